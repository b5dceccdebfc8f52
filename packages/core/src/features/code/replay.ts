import type { CancelReason } from '../../cancellation.ts'
import {
  addToJson,
  AgentError,
  CancellationError,
  errorBrand,
  type ErrorJson,
} from '../../errors/agent-error.ts'
import {
  DisabledToolError,
  GuardrailError,
  ToolDeniedError,
  ToolValidationError,
  UnknownToolError,
  toErrorReport,
} from '../../errors/errors.ts'
import { BudgetExceededError, TimeoutError } from '../../errors/limit-errors.ts'
import { ModelError } from '../../errors/model-error.ts'
import type { AgentEvent, EventOf } from '../../events.ts'
import { toJsonText } from '../../json/json-text.ts'
import { dropUndefined, type JsonValue } from '../../json/json.ts'
import { History } from '../../messages/history.ts'
import type { AssistantMessage, AssistantToolCall, Message } from '../../messages/message.ts'
import { toOutcome, type TraceEntry } from '../../messages/trace.ts'
import { parseToolContent } from '../../messages/call-state.ts'
import { noUsage } from '../../model/usage.ts'
import type { RunReport, RunResult, RunStatus } from '../../run.ts'

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
      case 'agent:message':
      case 'agent:request_completed':
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled':
        if (event.message) messages.push(event.message)
        break
      case 'agent:completed':
        ended = { status: event.status, usage: event.usage }
        break
      case 'agent:cancelled':
        ended = { ...whyCancelled(event), usage: event.usage }
        break
      case 'agent:failed':
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

/** Sorts messages, each after the one that it follows. */
function inOrder(messages: readonly Message[]): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const followed = new Set(messages.map(({ parentId }) => parentId))
  const ordered: Message[] = []
  let at = messages.findLast(({ id }) => !followed.has(id))
  for (; at; at = byId.get(at.parentId ?? '')) ordered.push(at)
  return ordered.reverse()
}

type Ended = EventOf<'agent:tool_succeeded' | 'agent:tool_failed' | 'agent:tool_cancelled'>

/**
 * Makes the trace of a run from its events alone. Plain code has no model; its results are in the
 * form that a model would get.
 */
export function toTrace(events: Iterable<AgentEvent>): TraceEntry[] {
  const called = new Map<string, { readonly call: AssistantToolCall; readonly at?: number }>()
  const places = new Map<string, number>()
  const trace: TraceEntry[] = []
  for (const event of events) {
    switch (event.type) {
      case 'agent:request_completed':
        for (const call of event.message?.calls ?? []) {
          called.set(call.id, { call })
          places.set(call.id, places.size)
        }
        break
      case 'agent:tool_started':
        called.set(event.callId, event)
        break
      case 'agent:tool_succeeded':
      case 'agent:tool_failed':
      case 'agent:tool_cancelled': {
        const { iteration, callId, tool, at, message } = event
        const { call, at: startedAt = at } = called.get(callId) ?? {}
        const isOk = event.type === 'agent:tool_succeeded'
        const entry = {
          iteration,
          callId,
          tool,
          arguments: (toJson(call?.arguments ?? {}) ?? {}) as Record<string, unknown>,
          ...toOutcome(isOk, message ? parseToolContent(message) : answerOf(event)),
          durationMs: isOk ? event.durationMs : at - startedAt,
          truncated: isOk ? event.truncated : undefined,
        }
        trace.push(dropUndefined(entry))
        break
      }
      default:
    }
  }
  // Calls of one message may end in any order. Calls of plain code keep the order of their ends.
  const placeOf = ({ callId }: TraceEntry): number => places.get(callId) ?? -1
  return trace.sort((a, b) => placeOf(a) - placeOf(b))
}

/** Returns the answer that a model would get. */
function answerOf(event: Ended): JsonValue {
  if (event.type === 'agent:tool_cancelled')
    return toErrorReport(new CancellationError(event.reason, event.began))
  if (event.type === 'agent:tool_failed') return toErrorReport(errorOf(event.error))
  return toJson(event.result)
}

/** Returns a value as JSON has it; null if it cannot be written. */
function toJson(value: unknown): JsonValue {
  try {
    return JSON.parse(toJsonText(value)) as JsonValue
  } catch {
    return null
  }
}

/** The prototypes of Ambit's own errors, by name. All others are an `AgentError`. */
const prototypes = new Map(
  [
    AgentError,
    BudgetExceededError,
    CancellationError,
    DisabledToolError,
    GuardrailError,
    ModelError,
    TimeoutError,
    ToolDeniedError,
    ToolValidationError,
    UnknownToolError,
  ].map(({ prototype }) => [prototype.name, prototype as AgentError] as const),
)

/**
 * Returns the error of a stored event, or any stored error, as an `Error` again, with its name,
 * message, code and other fields. `AgentError.is` recognises one of Ambit's own. Returns an `Error`
 * unchanged.
 */
export function errorOf(stored: unknown): Error {
  if (stored instanceof Error) return stored
  const { name, message, brand, cause, code, ...rest } = (stored ?? {}) as Partial<ErrorJson>
  const options = cause === undefined ? undefined : { cause: errorOf(cause) }
  const isOwn = brand === errorBrand
  const error = new (isOwn ? AgentError : Error)(String(message ?? stored), options)
  const prototype = isOwn && prototypes.get(String(name))
  if (prototype) Object.setPrototypeOf(error, prototype)
  else if (name !== undefined && name !== error.name) {
    Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true })
  }
  addToJson(error)
  const { reason } = rest
  const isReason = typeof reason === 'object' && reason !== null
  const details = isReason ? { ...rest, reason: reasonOf(reason as CancelReason) } : rest
  const hasFields = !isOwn || name !== 'AgentError'
  return Object.assign(
    error,
    hasFields && details,
    code !== undefined && { code },
    isOwn && { details },
  )
}

/** Returns the reason of a stored cancel, whose cause is an `Error` again. */
function reasonOf(reason: CancelReason): CancelReason {
  const { cause } = reason
  if (typeof cause !== 'object' || cause === null || cause instanceof Error) return reason
  return 'message' in cause ? { ...reason, cause: errorOf(cause) } : reason
}

/**
 * Returns a run and the runs inside it as an indented tree. Each line has the name, status,
 * duration, tokens and charges of one run. Takes a `Run` at any time, its result, or a report.
 * Returns an empty text for a run that has not started.
 *
 * @example
 * console.log(renderTree(run))
 */
export function renderTree(run: { readonly report: RunReport | undefined } | RunReport): string {
  const report = 'report' in run ? run.report : run
  return report ? lines(report).join('\n') : ''
}

function lines(report: RunReport): string[] {
  const { name, status, durationMs, usage, charged, iterations, children } = report
  const facts = [
    status,
    `${durationMs} ms`,
    ...(iterations.length ? [`${iterations.length} iterations`] : []),
    ...(usage.totalTokens ? [`${usage.totalTokens} tokens`] : []),
    ...Object.entries(charged).map(([key, amount]) => `${key} ${amount}`),
  ]
  return [
    `${name} (${facts.join(', ')})`,
    ...children.flatMap((child, at) => {
      const isLast = at === children.length - 1
      const [first = '', ...rest] = lines(child)
      return [
        `${isLast ? '└─' : '├─'} ${first}`,
        ...rest.map((line) => `${isLast ? '  ' : '│ '} ${line}`),
      ]
    }),
  ]
}
