import { Cancellation, type CancelReason } from './cancellation.ts'
import type { Ports } from './environment.ts'
import type { AgentEvent } from './events.ts'
import type { AssistantToolCall, FinishReason, Message } from './messages/message.ts'
import type { TraceEntry } from './messages/trace.ts'
import type { Usage } from './model/usage.ts'
import type { Redaction } from './ports.ts'
import type { Artifact } from './tools/context.ts'

/** The engine's half of a run, as its handle shows it. */
interface BegunRun {
  readonly status: RunStatus
  readonly report: RunReport
  /** The configuration; that of a model's run has the redaction. */
  readonly config?: object & { readonly redaction?: Redaction | undefined }
  readonly log: {
    readonly events: readonly AgentEvent[]
    observe(isDeep?: boolean): AsyncIterableIterator<AgentEvent>
  }
}

/** The options of a new run. */
interface RunOptions {
  readonly ports: Pick<Ports, 'createId' | 'clock'>
  /** The run that this run is part of. */
  readonly parent?: { readonly workCancellation: Cancellation } | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * The signal of the attempt at a call that this run is part of. The run ends when that attempt
   * ends.
   */
  readonly within?: AbortSignal | undefined
}

/**
 * One running `chat`, `execute` or `runAgent`: await it for its result, iterate it for its events.
 * A run that is ignored still runs, and its rejection is never an unhandled one.
 */
export class Run<T> implements PromiseLike<T>, AsyncIterable<AgentEvent>, AsyncDisposable {
  declare readonly id: string
  /** The result of the run. */
  declare readonly result: Promise<T>
  /** @internal */
  declare readonly cancellation: Cancellation
  /** @internal */
  declare readonly startedAt: number
  /** @internal The engine's half; undefined until the engine has begun the run. */
  begun: BegunRun | undefined
  /** @internal The iterators that wait for the run to begin. */
  readonly onBegin: (() => void)[] = []
  readonly #resolve: (work: unknown) => void

  /** @internal */
  constructor({ ports, parent, signal, within }: RunOptions) {
    this.id = ports.createId()
    this.startedAt = ports.clock.now()
    this.cancellation = parent ? parent.workCancellation.child() : new Cancellation()
    if (signal) this.cancellation.follow(signal)
    if (within) this.cancellation.follow(within)
    let settle: (work: never) => void = () => undefined
    this.result = new Promise((resolve) => (settle = resolve))
    this.#resolve = settle as (work: unknown) => void
    this.result.catch(() => undefined)
  }

  get status(): RunStatus {
    return this.begun?.status ?? 'running'
  }

  /** The observed events so far, without deltas and requests. Their `seq` has no gap. */
  get events(): readonly AgentEvent[] {
    return this.begun?.log.events ?? none
  }

  /**
   * The state and results of the run so far, with the runs inside it. Undefined until the run has
   * started, for example while it waits for its turn.
   */
  get report(): RunReport | undefined {
    return this.begun?.report
  }

  /**
   * The redactions of the agent's plug-ins, as one, for code that writes down what the run did.
   * Undefined without any, and until the run has started.
   */
  get redaction(): Redaction | undefined {
    return this.begun?.config?.redaction
  }

  /** Cancels the run. The first reason counts; default `{ kind: 'manual' }`. */
  cancel(reason: CancelReason = { kind: 'manual' }): void {
    // Text is taken as the message of a reason, because a cancel that throws would stop nothing.
    const given: unknown = reason
    const whole = typeof given === 'string' ? ({ kind: 'manual', message: given } as const) : reason
    this.cancellation.cancel(whole)
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
    return this.begun ? this.begun.log.observe() : observeLater(this)
  }

  /**
   * Yields what iterating the run yields, and the events of the runs inside its calls, in the order
   * in which they happen. Their `runId` is not that of this run.
   */
  withInner(): AsyncIterableIterator<AgentEvent> {
    return this.begun ? this.begun.log.observe(true) : observeLater(this, true)
  }

  /** Cancels the run if it has not ended, and waits for its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel({ kind: 'scope_ended', message: 'the run was disposed' })
    await this.result.catch(() => undefined)
  }

  /**
   * Shows the engine's half of the run.
   *
   * @internal
   */
  begin(begun: BegunRun): void {
    this.begun = begun
    for (const begin of this.onBegin.splice(0)) begin()
  }

  /**
   * Gives the run the outcome of its work.
   *
   * @internal
   */
  settle(work: Promise<T>): void {
    this.#resolve(work)
  }

  /**
   * Returns the same run with a result of its own.
   *
   * @internal
   */
  withResult(result: Promise<T>): Run<T> {
    result.catch(() => undefined)
    return Object.create(this, { result: { value: result } }) as Run<T>
  }
}

const none: readonly AgentEvent[] = Object.freeze([])

/** Observes a run that begins later. It may begin before the first event is asked for. */
function observeLater(run: Run<unknown>, isDeep?: boolean): AsyncGenerator<AgentEvent, undefined> {
  const observing = new Promise<AsyncIterableIterator<AgentEvent> | undefined>((resolve) =>
    run.onBegin.push(() => resolve(run.begun?.log.observe(isDeep))),
  )
  return (async function* (): AsyncGenerator<AgentEvent, undefined> {
    const events = await observing
    if (events) yield* events
    return undefined
  })()
}

/**
 * The progress or the end of a run. `stopped`: a plug-in ended it as complete. `failed`: a limit, a
 * budget, an error or a plug-in that threw ended it.
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
  /** The usage of the run and of its `children`. */
  readonly usage: Usage
  /** The amounts that the run's own tools were charged, by the key of the limit. */
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
   * The calls that the model asked for and that were not run. Present with `calls.mode: 'return'`,
   * and then empty if the model asked for none. `resume({ results })` goes on.
   */
  readonly calls?: readonly AssistantToolCall[] | undefined
  readonly finishReason: FinishReason
  readonly status: Exclude<RunStatus, 'running'>
  /** The usage of the run and of the runs inside its calls. */
  readonly usage: Usage
  /** The cost of that in US dollars. Present if `prices` has the model. */
  readonly costUsd?: number | undefined
  /** The artifacts of the run's tools, and of the runs inside its calls. */
  readonly artifacts: readonly Artifact[]
  /** The messages this run added. */
  readonly messages: readonly Message[]
  readonly report: RunReport
  /** The trace: an entry for each call, in the order of their answers. */
  readonly trace: readonly TraceEntry[]
  /** The model's id. */
  readonly model: string
  readonly durationMs: number
  /** The start of the run, in milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** The provider's id of the last response. */
  readonly responseId?: string | undefined
  /** The provider's own chunks of the last response. Present with `request.keepRaw`. */
  readonly raw?: readonly unknown[] | undefined
  /** The suggestions of next messages. Present with `followups`. */
  readonly followupSuggestions?: readonly string[] | undefined
  /** The error of an `execute` that did not complete. `chat` rejects with that error instead. */
  readonly error?: Error | undefined
}
