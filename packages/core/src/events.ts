import { inDevelopment } from './dev/in-development.ts'
import { misuse } from './options/misuse.ts'
import type { JSONSchema7 } from '@ai-sdk/provider'
import type { ApprovalOutcome, ApprovalRequest } from './approval/policy.ts'
import type { CancelReason } from './cancellation.ts'
import { isThenable, reportThrown } from './errors/agent-error.ts'
import type {
  AssistantMessage,
  AssistantToolCall,
  ChatInput,
  Message,
  ToolMessage,
  UserContent,
} from './messages/message.ts'
import type { BuiltRequest } from './model/request.ts'
import type { Usage } from './model/usage.ts'
import type { StorageDegradation } from './storage.ts'
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
  /** The amounts that the call was charged, by budget key. Empty if its handler was not run. */
  readonly charged: Readonly<Record<string, number>>
}

/** The fields of every delta. */
interface Delta extends InIteration {
  /** The id that the assistant message will have. */
  readonly messageId: string
  readonly delta: string
  /**
   * The 0-based position among all deltas of the run. A joined delta has the position of its first
   * one.
   */
  readonly index: number
}

/** The fields of every terminal event. */
interface Ended {
  readonly usage: Usage
  /**
   * The messages added to the history after the last iteration started. Absent if there are none.
   */
  readonly added?: readonly Message[] | undefined
}

/** The fields of a `GuardrailError`, which is of `@ambit/core/answers`. */
interface Refusal extends Error {
  readonly guardrail: string
  readonly reason: string
  readonly phase: 'input' | 'output'
  /** The refused message of the person. Absent for `output` and in the error's JSON. */
  readonly input?: UserContent | undefined
}

/** The fields of each event in addition to {@link EventBase}. */
export interface EventPayloads {
  started: {
    readonly input?: ChatInput | undefined
    /** The run that this run is part of, as `parent` gave it, and the call in it. */
    readonly parentRunId?: string | undefined
    readonly parentCallId?: string | undefined
  }
  iteration_started: InIteration & {
    /** The id that the assistant message will have. */
    readonly messageId: string
    /**
     * The model of the run: its `provider` and its `modelId`. A `preRequest` hook may replace it:
     * see `request_built`.
     */
    readonly provider: string
    readonly modelId: string
    /**
     * The messages added to the history since the run's last event: those of the person, the app,
     * or the page.
     */
    readonly added: readonly Message[]
  }
  /**
   * The request that goes to the model, and what it was built from, after the `preRequest` hooks.
   * It is made only for handlers of this very type. Handlers of `*`, a run's `events` and its
   * iteration leave it out.
   */
  request_built: InIteration & BuiltRequest
  content_delta: Delta
  reasoning_delta: Delta
  tool_call_delta: Delta & OfCall
  iteration_completed: InIteration & { readonly message: AssistantMessage; readonly usage: Usage }
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
  }
  approval_requested: OfCall & { readonly request: ApprovalRequest }
  /**
   * The outcome of an approval. Also emitted for calls decided without a question, by a remembered
   * approval or because nobody was there.
   */
  approval_resolved: OfCall & ApprovalOutcome
  ask_requested: OfCall & {
    readonly askId: string
    readonly message?: string | undefined
    /** The schema of the answer. Absent if the answer is text. */
    readonly schema?: JSONSchema7 | undefined
  }
  /** The end of a question. Only the tool gets the answer itself. */
  ask_resolved: OfCall & {
    readonly askId: string
    readonly outcome: 'answered' | 'declined' | 'cancelled'
  }
  tool_retrying: OfCall & { readonly attempt: number; readonly error: unknown }
  tool_succeeded: EndOfCall & {
    /**
     * The full value, as the handler returned it and the `onToolCallResult` hooks changed it.
     * Undefined if one of these hooks threw or was cancelled.
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
  tool_cancelled: EndOfCall & { readonly reason: CancelReason }
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
  /**
   * A message that a guardrail refused, of the person or of the model. It is in no request and in
   * no history. A refused message that was steered does not end the run.
   */
  message_refused: { readonly error: Refusal }
  compacted: InIteration & {
    /** The number of messages in the history. `sent` is the number that was sent. */
    readonly messages: number
    readonly sent: number
  }
  usage: InIteration & {
    readonly usage: Usage
    readonly estimated?: boolean | undefined
    /** The cost of the model call in US dollars. Absent if `rates` has not got the model. */
    readonly costUsd?: number | undefined
  }
  /** A wait for the network. The request is sent when the network is back. */
  waiting_online: InIteration
  /** A storage that keeps nothing, or not everything. Emitted once for each reason. */
  storage_degraded: StorageDegradation
  warning: { readonly code: string; readonly message: string }
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

/** One observation of a run. Frozen. Live observers and later readers get the same object. */
export type AgentEvent = {
  [Name in EventName]: { readonly type: `agent:${Name}` } & EventBase & EventPayloads[Name]
}[EventName]

/** The event of one type: `EventOf<'agent:completed'>`. */
export type EventOf<T extends EventType> = Extract<AgentEvent, { readonly type: T }>

/** The events that carry a piece of a stream. A run's `events` leaves them out. */
export type DeltaEvent = EventOf<
  'agent:content_delta' | 'agent:reasoning_delta' | 'agent:tool_call_delta'
>

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

/** The handlers by event type. The handler of `*` gets every event except `request_built`. */
export type EventHandlerMap = { readonly [T in EventType]?: EventHandler<T> | undefined } & {
  readonly '*'?: ((event: AgentEvent) => unknown) | undefined
}

type AnyHandler = (event: never) => unknown

interface Added {
  readonly handler: AnyHandler
  readonly isOnce: boolean
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
   * Adds a handler for every event of a type, or only for the next one. Returns a function that
   * removes the handler. Throws `AgentError` for a type that is not a text, and for a handler that
   * is not a function.
   */
  add<T extends EventType>(type: T | '*', handler: EventHandler<T>, isOnce = false): () => void {
    // The same function may be added several times. Each returned function removes one of them.
    const added: Added = { handler, isOnce }
    checkHandler(type, handler)
    inDevelopment('heard', 'event', type)
    this.#handlers.set(type, [...(this.#handlers.get(type) ?? []), added])
    return () => this.#remove(type, (other) => other === added)
  }

  remove<T extends EventType>(type: T | '*', handler: EventHandler<T>): void {
    checkHandler(type, handler)
    this.#remove(type, (other) => other.handler === handler)
  }

  #remove(type: string, isMeant: (added: Added) => boolean): void {
    const rest = this.#handlers.get(type)?.filter((added) => !isMeant(added))
    if (rest?.length) this.#handlers.set(type, rest)
    else this.#handlers.delete(type)
  }

  /** Whether there is a handler of exactly this type. */
  hears(type: EventType): boolean {
    return this.#handlers.has(type)
  }

  clear(): void {
    this.#handlers.clear()
  }

  /**
   * Calls every handler of the event's type, then every handler of `*`, which gets no
   * `request_built`. A change replaces the list of handlers, so a removal during a dispatch skips
   * no handler.
   */
  dispatch(event: AgentEvent): void {
    if (this.#handlers.size === 0) return
    this.#tell(event.type, event)
    // It is made only for those who ask for it by name.
    if (event.type !== 'agent:request_built') this.#tell('*', event)
  }

  #tell(type: string, event: AgentEvent): void {
    const handlers = this.#handlers.get(type)
    if (!handlers) return
    for (const added of handlers) {
      const { handler, isOnce } = added
      if (isOnce) this.#remove(type, (other) => other === added)
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
