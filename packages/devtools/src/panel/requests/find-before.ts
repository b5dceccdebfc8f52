import type { KeptRequest } from '../../watch/request-log.ts'

/**
 * Returns the request that a cache would know best: the one before it in its run, if there is one.
 * Else it is the newest one of the same conversation, and else the newest one at all. A
 * conversation is known by its first message.
 */
export function findBefore(
  requests: readonly KeptRequest[],
  request: KeptRequest,
): KeptRequest | undefined {
  const earlier = requests.slice(0, requests.indexOf(request))
  const ofRun = earlier.findLast(({ runId }) => runId === request.runId)
  if (ofRun) return ofRun
  const begin = beginOf(request)
  return earlier.findLast((other) => begin && beginOf(other) === begin) ?? earlier.at(-1)
}

/** Whether two requests are of one conversation. */
export const isSameConversation = (one: KeptRequest, other: KeptRequest): boolean =>
  one.runId === other.runId || beginOf(one) === beginOf(other)

const begins = new WeakMap<KeptRequest, string>()

function beginOf(request: KeptRequest): string {
  let begin = begins.get(request)
  if (begin === undefined) {
    const first = request.built.request.prompt.find(({ role }) => role !== 'system')
    begins.set(request, (begin = JSON.stringify(first) ?? ''))
  }
  return begin
}
