import type { AssistantMessage, Message, SessionExport, ToolMessage } from '@ambit/core'
import type { LogEntry } from './story-server.ts'

/** The outcome of a session, by the log of the server and by the stored data. */
export interface StoryOutcome {
  /** The rules that were broken; empty if none was. */
  readonly violations: readonly string[]
  /** The number of calls whose outcome nobody knows. */
  readonly unknown: number
  readonly calls: number
}

/** Checks a session whose run has ended against the log. */
export function checkStory(
  story: 'plain' | 'keyed' | 'mixed',
  exported: SessionExport,
  log: readonly LogEntry[],
): StoryOutcome {
  const violations: string[] = []
  const { messages } = exported
  const path = pathTo(messages, exported.head)
  const stored = new Set(messages.map(({ id }) => id))
  for (const { type, id } of log) {
    if (type === 'ack' && !stored.has(String(id))) violations.push(`lost message ${String(id)}`)
  }
  const invoked = new Map<string, number>()
  for (const { type, callId, name } of log) {
    if (type !== 'invoke' || name !== 'write') continue
    invoked.set(String(callId), (invoked.get(String(callId)) ?? 0) + 1)
  }
  for (const [callId, times] of invoked) {
    if (times > 1) violations.push(`write ${callId} was invoked ${times} times`)
  }
  const answers = new Map<string, ToolMessage[]>()
  for (const message of path) {
    if (message.role === 'tool') {
      answers.set(message.id, [...(answers.get(message.id) ?? []), message])
    }
  }
  const calls = path
    .filter((m): m is AssistantMessage => m.role === 'assistant')
    .flatMap((m) => m.calls ?? [])
  let unknown = 0
  for (const { id, name } of calls) {
    const [answer, ...more] = answers.get(id) ?? []
    if (!answer || more.length) violations.push(`call ${id} has ${more.length + 1} answers`)
    if (name !== 'write' || !answer) continue
    if (answer.status === 'ok' && !invoked.has(id))
      violations.push(`write ${id} is answered ok, and was not run`)
    if (answer.content.includes('It was not run.') && invoked.has(id)) {
      violations.push(`write ${id} is answered as not run, and was run`)
    }
    if (answer.status === 'interrupted' && answer.content.includes('unknown')) unknown++
    else if (answer.status !== 'ok') violations.push(`write ${id} is ${answer.status}`)
  }
  if (story !== 'plain' && unknown) violations.push(`${unknown} writes are unknown`)
  const last = path.at(-1)
  if (last?.role !== 'assistant' || !last.content?.startsWith('Done')) {
    violations.push(`it ends with ${JSON.stringify(last)?.slice(0, 200)}`)
  }
  for (const { type, error, reason } of log) {
    if (type === 'failed') violations.push(`a run failed: ${String(error)}`)
    if (type === 'degraded') violations.push(`the storage failed: ${String(reason)}`)
  }
  return { violations, unknown, calls: calls.length }
}

function pathTo(messages: readonly Message[], head: string | null): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const path: Message[] = []
  for (let at = head; at !== null;) {
    const message = byId.get(at)
    if (!message) throw new Error(`The path misses ${at}.`)
    path.push(message)
    at = message.parentId
  }
  return path.reverse()
}
