import type { Message } from '@ambit/core'
import type { KeptRequest } from '../../watch/request-log.ts'
import type { TabName } from '../tab.ts'
import type { ApprovalEntry } from './approval-entries.ts'

/** One step on the way of third-party text to a call. */
export interface TaintStep {
  /** The step in words, with secrets. */
  readonly words: string
  /** The place in the panel that shows it. Absent if there is none. */
  readonly place?: { readonly tab: TabName; readonly id: string } | undefined
}

/** The data that the path is found in. */
export interface TaintSource {
  /** All messages of the history, on all branches. */
  readonly messages: readonly Message[]
  readonly requests: readonly KeptRequest[]
}

/** The most messages that a path names. */
const maxMessages = 12

/**
 * Returns the way of third-party text to a call, by the rule that the engine uses. First come the
 * messages that brought such text, newest first. Then come the untrusted contexts of the request,
 * and the message of the model. Empty if the request was not tainted.
 */
export function toTaintPath(
  entry: ApprovalEntry,
  { messages, requests }: TaintSource,
): TaintStep[] {
  const { callId, runId, iteration, request } = entry
  if (request?.taint === undefined) return []
  const byId = new Map(messages.map((message) => [message.id, message]))
  const asking = messages.find(
    (message) => message.role === 'assistant' && message.calls?.some(({ id }) => id === callId),
  )
  const before = pathTo(asking, byId)
  const untrusted = before.filter(({ taint }) => taint === 'untrusted')
  const derived = before.filter(({ taint }) => taint === 'derived')
  // Without the text itself, the newest message that was made from it.
  const sources = untrusted.length > 0 ? untrusted.slice(0, maxMessages) : derived.slice(0, 1)
  const kept = requests.find((one) => one.runId === runId && one.iteration === iteration)
  const steps: TaintStep[] = sources.map((message) => ({
    words: sourceOf(message) ?? 'text from earlier in this conversation',
    place: { tab: 'history', id: message.id },
  }))
  const more = untrusted.length - maxMessages
  if (more > 0) steps.push({ words: `${more} more, from earlier in this conversation` })
  for (const { scope, untrusted: isForeign } of kept?.built.contexts ?? []) {
    if (!isForeign) continue
    steps.push({
      words: `the context of "${scope}"`,
      place: { tab: 'requests', id: `${runId}/${iteration}` },
    })
  }
  // Such as the words of a caller from outside, or of the call around a run.
  if (steps.length === 0) steps.push({ words: request.taint })
  if (asking) {
    steps.push({
      words: `the model had read it when it asked for "${entry.tool}"`,
      place: { tab: 'history', id: asking.id },
    })
  }
  return steps
}

/** Returns the messages before one, newest first. */
function pathTo(last: Message | undefined, byId: ReadonlyMap<string, Message>): Message[] {
  const path: Message[] = []
  let next = last && byId.get(last.parentId ?? '')
  while (next && path.length < byId.size) {
    path.push(next)
    next = byId.get(next.parentId ?? '')
  }
  return path
}

/** Returns the text that tainted a message, in the words of the engine. */
function sourceOf(message: Message): string | undefined {
  const { taint, taintedBy, imported } = message
  if (imported) return 'an imported conversation'
  if (taintedBy !== undefined || taint !== 'untrusted') return taintedBy
  switch (message.role) {
    case 'tool':
      return message.status === 'ok'
        ? `what "${message.name}" returned`
        : `the error of "${message.name}"`
    case 'assistant':
      return 'what the provider looked up'
    case 'user': {
      const { content, source } = message
      if (source === 'app') return 'a summary of text from others'
      const isText = typeof content === 'string' || content.every(({ type }) => type === 'text')
      return isText ? 'text that you gave' : 'a file that you attached'
    }
  }
}
