import { CancellationError } from '../errors/run-errors.ts'
import { History } from '../messages/history.ts'
import type { AgentEvent, EventOf } from '../events.ts'
import type { AssistantMessage, Message } from '../messages/message.ts'
import { noUsage } from '../budget/usage.ts'
import { errorOf, reasonOf } from './error-of.ts'
import { toTrace } from './event-trace.ts'
import type { TraceEntry } from '../messages/trace.ts'
import type { RunResult, RunStatus } from '../run-result.ts'

/** The history and the result of a run, as far as its events contain them. */
export interface Replayed extends Omit<RunFields, 'status'> {
  /** The history of the messages that the run added. */
  readonly history: History
  readonly status: RunStatus
  /** One entry for each call that has ended. */
  readonly trace: readonly TraceEntry[]
  /**
   * The error that ended a run that did not complete. For a cancelled run, a `CancellationError`.
   */
  readonly error?: Error | undefined
}

type RunFields = Pick<
  RunResult,
  | 'content'
  | 'finishReason'
  | 'status'
  | 'usage'
  | 'messages'
  | 'createdAt'
  | 'durationMs'
  | 'error'
>

/**
 * Rebuilds a run's history and result from its events, without a model or a network. The events may
 * come from JSON.
 */
export function replay(events: Iterable<AgentEvent>): Replayed {
  const observed = [...events]
  const messages: Message[] = []
  let ended: Pick<Replayed, 'status' | 'usage' | 'error'> = { status: 'running', usage: noUsage }
  for (const event of observed) {
    switch (event.type) {
      case 'agent:iteration_started':
        messages.push(...event.added)
        break
      case 'agent:iteration_completed':
        messages.push(event.message)
        break
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        if (event.message) messages.push(event.message)
        break
      case 'agent:completed':
        messages.push(...(event.added ?? []))
        ended = { status: event.status, usage: event.usage }
        break
      case 'agent:cancelled':
        messages.push(...(event.added ?? []))
        ended = { ...whyCancelled(event), usage: event.usage }
        break
      case 'agent:failed':
        messages.push(...(event.added ?? []))
        ended = { status: 'failed', usage: event.usage, error: errorOf(event.error) }
        break
      default:
    }
  }
  const own = inOrder(messages)
  const [first, ...rest] = own
  const answers = own.filter(isAnswer)
  const createdAt = observed[0]?.at ?? 0
  return {
    // The run may continue a history that its events do not contain. Its own messages then form a
    // history of their own.
    history: new History(first ? [{ ...first, parentId: null }, ...rest] : []),
    messages: own,
    content: answers.findLast(({ content }) => content)?.content ?? '',
    finishReason: answers.at(-1)?.finishReason ?? 'other',
    ...ended,
    trace: toTrace(observed),
    createdAt,
    durationMs: (observed.at(-1)?.at ?? createdAt) - createdAt,
  }
}

const whyCancelled = ({ reason }: EventOf<'agent:cancelled'>) => ({
  status: 'cancelled' as const,
  error: new CancellationError(reasonOf(reason)),
})

const isAnswer = (message: Message): message is AssistantMessage =>
  message.role === 'assistant' && message.source !== 'ui'

/**
 * Sorts messages, each after the one that it follows. A call that the page made is reported after
 * its answer.
 */
function inOrder(messages: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const followed = new Set(messages.map(({ parentId }) => parentId))
  const ordered: Message[] = []
  let at = messages.findLast(({ id }) => !followed.has(id))
  for (; at; at = byId.get(at.parentId ?? '')) ordered.push(at)
  return ordered.reverse()
}
