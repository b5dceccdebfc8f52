import { Cancellation, type CancelReason } from './cancellation.ts'
import type { Ports } from './environment.ts'
import { type AgentEvent, EventLog, type EventPayloads, type EventType } from './events.ts'
import type { AssistantToolCall, ChatInput, FinishReason, Message } from './messages/message.ts'
import type { TraceEntry } from './messages/trace.ts'
import type { Usage } from './model/usage.ts'
import type { Artifact } from './tools/context.ts'

/** The options of a new run. */
interface RunHeadOptions {
  readonly agentId: string
  readonly ports: Ports
  /** The run that this run is part of. */
  readonly parent?:
    | (Pick<RunHead, 'id' | 'rootId' | 'givenSessionId'> & {
        readonly workCancellation: Cancellation
      })
    | undefined
  /** The id of the call that this run is part of. */
  readonly parentCallId?: string | undefined
  /** The caller's own id of the conversation. Default: that of the parent. */
  readonly sessionId?: string | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * The signal of the attempt at a call that this run is part of. The run ends when that attempt
   * ends.
   */
  readonly within?: AbortSignal | undefined
  /** Gets every event. Must not throw. */
  readonly dispatch: (event: AgentEvent) => void
  /** Tells if a handler would get an event of this type. Default: nobody would. */
  readonly hears?: ((type: EventType) => boolean) | undefined
}

/**
 * The parts of a run that exist as soon as it is requested: identity, log, cancellation. The engine
 * adds the rest.
 */
export class RunHead {
  readonly id: string
  readonly rootId: string
  readonly agentId: string
  /** The caller's own id of the conversation, of this run or of the run around it. */
  readonly givenSessionId: string | undefined
  readonly log: EventLog
  readonly cancellation: Cancellation
  readonly startedAt: number
  /** The values that hooks of the run share. */
  readonly hookState: Record<string, unknown> = {}
  readonly #parent: Pick<EventPayloads['started'], 'parentRunId' | 'parentCallId'>
  status: RunStatus = 'running'
  /** The running part, once the engine has started it. */
  core: { readonly report: RunReport; fail(error: unknown): void } | undefined

  constructor(options: RunHeadOptions) {
    const { agentId, ports, parent, signal, within, dispatch } = options
    this.id = ports.createId()
    this.rootId = parent?.rootId ?? this.id
    this.agentId = agentId
    this.cancellation = parent ? parent.workCancellation.child() : new Cancellation()
    this.#parent = parent ? { parentRunId: parent.id, parentCallId: options.parentCallId } : {}
    const sessionId = options.sessionId || parent?.givenSessionId
    this.givenSessionId = sessionId
    const identity = { agentId, runId: this.id, rootRunId: this.rootId, sessionId }
    this.log = new EventLog(identity, ports.clock, dispatch, options.hears)
    this.startedAt = ports.clock.now()
    if (signal) this.cancellation.follow(signal)
    if (within) this.cancellation.follow(within)
  }

  get events(): readonly AgentEvent[] {
    return this.log.events
  }

  get report(): RunReport | undefined {
    return this.core?.report
  }

  observe(): AsyncIterableIterator<AgentEvent> {
    return this.log.observe()
  }

  /** Emits the `started` event. */
  start(input?: ChatInput): void {
    this.log.emit('started', { input, ...this.#parent })
  }

  /** Ends the run with an error, even if its body continues. */
  fail(error: unknown): void {
    this.core?.fail(error)
    this.cancel({ kind: 'parent_failed', message: 'the run failed', cause: error })
  }

  cancel(reason: CancelReason = { kind: 'manual' }): void {
    // Text is taken as the message of a reason, because a cancel that throws would stop nothing.
    const given: unknown = reason
    const whole = typeof given === 'string' ? ({ kind: 'manual', message: given } as const) : reason
    this.cancellation.cancel(Object.freeze(whole))
  }
}

/**
 * One running `chat`, `execute` or `runAgent`: await it for its result, iterate it for its events.
 * A run that is ignored still runs, and its rejection is never an unhandled one.
 */
export class Run<T> implements PromiseLike<T>, AsyncIterable<AgentEvent>, AsyncDisposable {
  /** The result of the run. */
  readonly result: Promise<T>
  readonly #head: RunHead

  /** @internal */
  constructor(head: RunHead, result: Promise<T>) {
    this.#head = head
    this.result = result
    result.catch(() => undefined)
  }

  get id(): string {
    return this.#head.id
  }

  get status(): RunStatus {
    return this.#head.status
  }

  /** The observed events so far, without deltas and requests. Their `seq` has no gap. */
  get events(): readonly AgentEvent[] {
    return this.#head.events
  }

  /**
   * The state and results of the run so far, with the runs inside it. Undefined until the run has
   * started, for example while it waits for its turn.
   */
  get report(): RunReport | undefined {
    return this.#head.report
  }

  /** Cancels the run. The first reason counts; default `{ kind: 'manual' }`. */
  cancel(reason?: CancelReason): void {
    this.#head.cancel(reason)
  }

  /* oxlint-disable-next-line unicorn/no-thenable -- a Run is awaited by design */
  then<A = T, B = never>(
    onResolved?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.result.then(onResolved, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.result.catch(onRejected)
  }

  finally(onSettled?: (() => void) | null): Promise<T> {
    return this.result.finally(onSettled)
  }

  /**
   * Yields every event up to the terminal one. Never throws; breaking out does not stop the run.
   * Deltas from before the iteration arrive joined.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<AgentEvent> {
    return this.#head.observe()
  }

  /** Cancels the run if it has not ended, and waits for its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel({ kind: 'scope_ended', message: 'the run was disposed' })
    await this.result.catch(() => undefined)
  }
}

/**
 * The progress or the end of a run. `stopped`: a hook ended it as complete. `failed`: a limit, a
 * budget, an error or a hook that threw ended it.
 */
export type RunStatus = 'running' | 'completed' | 'stopped' | 'cancelled' | 'failed'

/** One model call of a run, as reported. */
export interface IterationReport {
  /** The 0-based number of the model call. */
  readonly index: number
  readonly finishReason: FinishReason | undefined
  readonly usage: Usage
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /**
   * The duration of the model call in milliseconds. The durations of its tools are in the trace.
   */
  readonly durationMs: number
  readonly toolCalls: number
}

/** A run and the runs inside it. */
export interface RunReport {
  readonly runId: string
  readonly rootRunId: string
  readonly parentRunId?: string | undefined
  /** The agent's name. */
  readonly name: string
  readonly sessionId: string
  readonly userId?: string | undefined
  readonly tenantId?: string | undefined
  readonly status: RunStatus
  readonly startedAt: number
  readonly endedAt: number
  readonly durationMs: number
  readonly usage: Usage
  /** The amounts that the run's tools were charged, by budget key. */
  readonly charged: Readonly<Record<string, number>>
  readonly iterations: readonly IterationReport[]
  readonly children: readonly RunReport[]
}

/** The result of `chat` and `execute`. */
export interface RunResult<Data = unknown> {
  /** The id of the run, as `agent.undo` takes it. */
  readonly runId: string
  /** The model's last text. */
  readonly content: string
  /** The answer parsed by `output`. Absent if the answer does not fit. */
  readonly data?: Data | undefined
  /**
   * The calls that the model asked for and that were not run. Present with `toolMode: 'return'`,
   * and then empty if the model asked for none. `answerCalls` goes on with their results.
   */
  readonly calls?: readonly AssistantToolCall[] | undefined
  readonly finishReason: FinishReason
  readonly status: Exclude<RunStatus, 'running'>
  readonly usage: Usage
  /** The cost in US dollars. Present if `rates` has the model. */
  readonly costUsd?: number | undefined
  readonly artifacts: readonly Artifact[]
  /** The messages this run added. */
  readonly messages: readonly Message[]
  readonly report: RunReport
  /** The trace. Present with `includeToolTrace`, and whenever there is an `error`. */
  readonly trace?: readonly TraceEntry[] | undefined
  /** The model's id. */
  readonly model: string
  readonly durationMs: number
  /** The start of the run, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** The provider's id of the last response. */
  readonly responseId?: string | undefined
  /** The provider's own chunks of the last response. Present with `includeRaw`. */
  readonly raw?: readonly unknown[] | undefined
  /** The suggestions of next messages. Present with `followups`. */
  readonly followupSuggestions?: readonly string[] | undefined
  /** The error of an `execute` that did not complete. `chat` rejects with that error instead. */
  readonly error?: Error | undefined
}
