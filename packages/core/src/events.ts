// The reasons: decisions/0077.
import { checkNames } from './options/check-names.ts'
import { misuse } from './options/misuse.ts'
import { namesOfRuns } from './options/names.ts'
import type { ApprovalOutcome, PendingApproval } from './approval/policy.ts'
import type { CancelReason } from './cancellation.ts'
import { type AgentError, isThenable, reportThrown } from './errors/agent-error.ts'
import type {
  AssistantMessage,
  AssistantToolCall,
  ChatInput,
  Message,
  MessagePart,
  ToolMessage,
} from './messages/message.ts'
import type { BuiltRequest } from './model/request.ts'
import type { Usage } from './model/usage.ts'
import type { PendingQuestion } from './state/pending.ts'
import type { OutsideSource } from './tools/context.ts'

/** The fields of every event. */
export interface EventBase {
  /** The number of the event, 1..n without a gap. A delta has the `seq` of the event before it. */
  readonly seq: number
  /**
   * The time in milliseconds since the Unix epoch. It is never less than that of the event before,
   * even if the clock goes back.
   */
  readonly at: number
  readonly agentId: string
  readonly runId: string
  readonly rootRunId: string
  /** The `sessionId` that the caller gave to the call. Absent if it gave none. */
  readonly sessionId?: string | undefined
  /** True if a `local` scope was on the page: nothing of the event may leave the device. */
  readonly local?: true | undefined
}

/** The fields of every event of one model call. */
interface InIteration {
  /** The 0-based number of the model call. */
  readonly iteration: number
}

/** The fields of every event of one tool call. */
interface OfCall extends InIteration {
  readonly callId: string
  readonly tool: string
}

/** The fields of every event that ends a call. */
export interface EndOfCall extends OfCall {
  /** The answer to the call. Absent in `runAgent`, which has no history. */
  readonly message?: ToolMessage | undefined
  /**
   * The amounts that the call was charged, by the key of the limit. Empty if its handler was not
   * run.
   */
  readonly charged: Readonly<Record<string, number>>
}

/** The fields of every delta. */
interface Delta extends InIteration {
  readonly text: string
  /** The id that the assistant message will have. */
  readonly messageId: string
  /**
   * The 0-based position among all deltas of the run. A joined delta has the position of its first
   * one.
   */
  readonly index: number
}

/** The fields of every terminal event. */
interface Ended {
  readonly usage: Usage
}

/** The fields of each event in addition to {@link EventBase}. */
export interface EventPayloads {
  started: {
    readonly input?: ChatInput | undefined
    /** The run that this run is part of, as `parent` gave it, and the call in it. */
    readonly parentRunId?: string | undefined
    readonly parentCallId?: string | undefined
  }
  /**
   * A message of the user, the app or the page that was added to the history. Those of the model
   * are in `request_completed`, and the answers to its calls in the ends of the calls.
   */
  message: { readonly message: Message }
  /** The start of a model call. Its request was built, and is sent next. */
  request_started: InIteration & {
    /** The id that the assistant message will have. */
    readonly messageId: string
    /** The model that gets the request: its `provider` and its `modelId`. */
    readonly provider: string
    readonly modelId: string
    /** The number of messages of the history that compaction left out of the request. */
    readonly leftOut: number
    /**
     * The request and what it was built from, made only for handlers of this very type. Handlers of
     * `*`, a run's `events` and its iteration leave it out. Absent too if a plug-in has answered.
     */
    readonly built?: BuiltRequest | undefined
  }
  /**
   * A piece of a text, of its reasoning, or of the arguments of a call. Also a part that came
   * whole, without text: what the provider looked up, a source or a file. Such parts are left out
   * where plug-ins may hold text back, and of what a late observer gets.
   */
  delta: Delta &
    (
      | { readonly of: 'text' | 'reasoning' }
      | { readonly of: 'call'; readonly callId: string; readonly tool: string }
      | { readonly of: 'part'; readonly part: MessagePart }
    )
  /** The end of a model call that was sent, or that a plug-in has answered. */
  request_completed: InIteration & {
    /**
     * The message of the model, also a part of one. Absent if nothing of it came, or if a guardrail
     * refused it.
     */
    readonly message?: AssistantMessage | undefined
    readonly usage: Usage
    /** True if the provider did not report all of the usage. */
    readonly estimated?: boolean | undefined
    /** The cost of the model call in US dollars. Absent if `prices` does not have the model. */
    readonly costUsd?: number | undefined
    /** The provider's id of the response. Absent if it told none. */
    readonly responseId?: string | undefined
    /** The model that answered, as its provider names it. Absent if it told none. */
    readonly modelId?: string | undefined
  }
  tool_started: OfCall & {
    readonly call: AssistantToolCall
    /** The name, for people, of the row or card that the call is for. */
    readonly label?: string | undefined
    /** The kind of a caller from outside of the page. Absent for the model and the page itself. */
    readonly source?: OutsideSource | undefined
  }
  tool_progress: OfCall & {
    readonly percent?: number | undefined
    readonly message?: string | undefined
    readonly waitingFor?: 'network' | undefined
  }
  pending_added: OfCall & { readonly pending: PendingApproval | PendingQuestion }
  /**
   * The end of what waited for the user. An approval is also emitted for calls decided without a
   * question, by a remembered approval or because nobody was there: it then has no `id`. Only the
   * tool gets the answer to its question.
   */
  pending_resolved: OfCall &
    (
      | ({ readonly kind: 'approval'; readonly id?: string | undefined } & ApprovalOutcome)
      | {
          readonly kind: 'question'
          readonly id: string
          readonly outcome: 'answered' | 'declined' | 'cancelled'
        }
    )
  tool_retrying: OfCall & { readonly attempt: number; readonly error: unknown }
  tool_succeeded: EndOfCall & {
    /**
     * The full value, as the handler returned it and the plug-ins changed it.
     * Undefined if a plug-in threw or was cancelled.
     */
    readonly result: unknown
    readonly durationMs: number
    readonly cached?: boolean | undefined
    readonly truncated?: boolean | undefined
    /**
     * True if the model was told that the call succeeded, but got nothing of its result. The result
     * could not be prepared.
     */
    readonly withheld?: boolean | undefined
  }
  tool_failed: EndOfCall & { readonly error: Error }
  tool_cancelled: EndOfCall & {
    readonly reason: CancelReason
    /** True if the handler had started, so that it may have taken effect. */
    readonly began: boolean
  }
  tool_undone: OfCall & {
    /** The run that made the call. `runId` is that of the undo. */
    readonly undoneRunId: string
    /** The error that its undo threw. Absent if the call is undone. */
    readonly error?: Error | undefined
    readonly durationMs: number
  }
  /**
   * The end of a wait for the page: of a call for what the calls before it changed, or of the next
   * request. Emitted only where the loop had something to wait for.
   */
  settled: InIteration & {
    /** The id of the call that waited. Absent if it was a request. */
    readonly beforeCallId?: string | undefined
    /** True if the page was ready in time. */
    readonly ok: boolean
    /** The last thing that the loop waited for: see `Settlement`. */
    readonly why: string
    readonly durationMs: number
  }
  request_retrying: InIteration & {
    /** The number of the retry; 1 for the first. */
    readonly attempt: number
    readonly delayMs: number
    readonly error: Error
  }
  /** A wait for the network. The request is sent when the network is back. */
  waiting: InIteration & { readonly for: 'network' }
  /**
   * Something that the application should know, and that does not end the run. The code is a word
   * such as `context_lost`. It is emitted once a run, and `provider_warning` once for each thing
   * that the provider or the proxy warns of. Two codes are not about the run alone:
   *
   * - `message_refused`: a guardrail refused a message of the user or of the model, which is in no
   *   request and in no history. `error` is the `GuardrailError`. Emitted for each message.
   * - `storage_` and a `DegradeReason`: the storage keeps nothing, or not everything. Emitted once.
   */
  warning: {
    readonly code: string
    readonly message: string
    readonly error?: AgentError | undefined
  }
  custom: Partial<OfCall> & { readonly name: string; readonly data: unknown }
  completed: Ended & {
    readonly status: 'completed' | 'stopped'
    readonly content: string
  }
  failed: Ended & { readonly error: Error }
  cancelled: Ended & { readonly reason: CancelReason }
}

export type EventName = keyof EventPayloads
/** The type of an event, such as `agent:tool_started`. */
export type EventType = `agent:${EventName}`

/**
 * One observation of a run. Frozen. Live observers and later readers get the same object, but for
 * the `built` of `request_started`.
 */
export type AgentEvent = {
  [Name in EventName]: { readonly type: `agent:${Name}` } & EventBase & EventPayloads[Name]
}[EventName]

/** The event of one type: `EventOf<'agent:completed'>`. */
export type EventOf<T extends EventType> = Extract<AgentEvent, { readonly type: T }>

/** Whether an event is the one that a run ends with. */
export const isTerminal = (
  event: AgentEvent,
): event is EventOf<'agent:completed' | 'agent:failed' | 'agent:cancelled'> =>
  event.type === 'agent:completed' ||
  event.type === 'agent:failed' ||
  event.type === 'agent:cancelled'

/**
 * A function that is called with every event of its type, synchronously. An error, or the rejection
 * of the promise that an async function returns, is reported once and changes nothing.
 */
export type EventHandler<T extends EventType = EventType> = (event: EventOf<T>) => unknown

/** The handlers by event type. The handler of `*` gets every event. */
export type EventHandlerMap = { readonly [T in EventType]?: EventHandler<T> | undefined } & {
  readonly '*'?: ((event: AgentEvent) => unknown) | undefined
}

/** Passes an event to the handlers. Those of its very type get `whole`; without it, the event. */
export type Dispatch = (event: AgentEvent, whole?: AgentEvent) => void

type AnyHandler = (event: never) => unknown

/** The options of a handler. */
export interface OnOptions {
  /** True to call the handler for the next event only. Default false. */
  readonly once?: boolean | undefined
  /** The signal that removes the handler when it aborts. */
  readonly signal?: AbortSignal | undefined
}

interface Added {
  readonly handler: AnyHandler
  readonly isOnce: boolean
  readonly remove: () => void
}

function checkHandler(type: unknown, handler: unknown): void {
  if (typeof type === 'string' && typeof handler === 'function') return
  throw misuse('handler', [type, handler])
}

/** The handlers of one tier, in the order in which they were added. */
export class EventHandlers {
  readonly #handlers = new Map<string, readonly Added[]>()

  /** Throws `AgentError` for a map that is not an object of functions. */
  constructor(map: EventHandlerMap = {}) {
    if (typeof map !== 'object' || map === null || Array.isArray(map)) {
      throw misuse('handlers', [map])
    }
    for (const [type, handler] of Object.entries(map)) {
      if (handler !== undefined) this.add(type as EventType, handler as EventHandler)
    }
  }

  /**
   * Adds a handler for the events of a type. Returns a function that removes the handler. Throws
   * `AgentError` for a type that no event has, and for a handler that is not a function.
   */
  add<T extends EventType>(
    type: T | '*',
    handler: EventHandler<T>,
    { once = false, signal }: OnOptions = {},
  ): () => void {
    // The same function may be added several times. Each returned function removes one of them.
    const remove = (): void => {
      signal?.removeEventListener('abort', remove)
      this.#remove(type, added)
    }
    const added: Added = { handler, isOnce: once, remove }
    checkHandler(type, handler)
    checkNames(namesOfRuns, 'agent', { on: { [type]: handler } })
    if (signal?.aborted) return () => undefined
    this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), added])
    signal?.addEventListener('abort', remove)
    return remove
  }

  #remove(type: string, added: Added): void {
    const rest = this.#handlers.get(type)?.filter((other) => other !== added)
    if (rest?.length) this.#handlers.set(type, rest)
    else this.#handlers.delete(type)
  }

  /** Whether there is a handler of exactly this type. */
  hears(type: EventType): boolean {
    return this.#handlers.has(type)
  }

  /**
   * Calls every handler of the event's type with `whole`, then every handler of `*` with the event.
   * A change replaces the list of handlers, so a removal during a dispatch skips no handler.
   */
  dispatch(event: AgentEvent, whole: AgentEvent = event): void {
    if (this.#handlers.size === 0) return
    this.#tell(event.type, whole)
    this.#tell('*', event)
  }

  #tell(type: string, event: AgentEvent): void {
    const handlers = this.#handlers.get(type)
    if (!handlers) return
    for (const added of handlers) {
      const { handler, isOnce } = added
      if (isOnce) added.remove()
      // Thousands of events pass here, so nothing is made for a handler that returns nothing.
      try {
        const returned = handler(event as never)
        if (returned !== undefined) watch(handler, event.type, returned)
      } catch (thrown) {
        reportThrown(handler, describeHandler(event.type), thrown)
      }
    }
  }
}

/** Reports the rejection of the promise that a handler returned. */
function watch(handler: AnyHandler, type: string, returned: unknown): void {
  if (!isThenable(returned)) return
  returned.then(undefined, (thrown: unknown) =>
    reportThrown(handler, describeHandler(type), thrown),
  )
}

const describeHandler = (type: string): string =>
  `A handler of "${type}" threw. Events only observe, so the run goes on.`
