import { History } from '../../stores/history.ts'
import type { AgentEvent } from '../../values/event.ts'
import type { Message } from '../../values/message.ts'
import { noUsage, type Usage } from '../../values/usage.ts'
import type { RunStatus } from './run-result.ts'

/** What events alone tell of a run. */
export interface Replayed {
  /** The messages the run added. */
  readonly history: History
  readonly status: RunStatus
  /** The model's last text. */
  readonly content: string
  readonly usage: Usage
  /** What ended a run that failed. */
  readonly error?: unknown
}

/** Rebuilds a run's history and result from its events, without a model or a network. */
export function replay(events: Iterable<AgentEvent>): Replayed {
  const messages: Message[] = []
  let replayed: Omit<Replayed, 'history'> = { status: 'running', content: '', usage: noUsage }
  for (const event of events) {
    switch (event.type) {
      case 'agent:iteration_started':
        messages.push(...event.added)
        break
      case 'agent:iteration_completed':
        messages.push(event.message)
        replayed = { ...replayed, content: event.message.content ?? replayed.content }
        break
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        if (event.message) messages.push(event.message)
        break
      case 'agent:completed':
        messages.push(...(event.added ?? []))
        replayed = { ...replayed, status: event.status, usage: event.usage }
        break
      case 'agent:cancelled':
        messages.push(...(event.added ?? []))
        replayed = { ...replayed, status: 'cancelled', usage: event.usage }
        break
      case 'agent:failed':
        messages.push(...(event.added ?? []))
        replayed = { ...replayed, status: 'failed', usage: event.usage, error: event.error }
        break
      default:
    }
  }
  // A run may go on from a history that its events do not hold: its own messages stand alone then.
  const [first, ...rest] = inOrder(messages)
  const history = new History(first ? [{ ...first, parentId: null }, ...rest] : [])
  return { ...replayed, history }
}

/** Each message after the one it follows: a call of the page's own is told of after its answer. */
function inOrder(messages: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const followed = new Set(messages.map(({ parentId }) => parentId))
  const ordered: Message[] = []
  let at = messages.findLast(({ id }) => !followed.has(id))
  for (; at; at = byId.get(at.parentId ?? '')) ordered.push(at)
  return ordered.reverse()
}
