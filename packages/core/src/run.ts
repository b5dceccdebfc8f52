import type { CancelReason } from './cancel-reason.ts'
import type { ChatInput } from './messages/content.ts'
import type { AgentEvent, EventPayloads, EventType } from './events.ts'
import { Cancellation } from './cancellation.ts'
import { EventLog } from './event-log.ts'
import type { Ports } from './environment.ts'
import type { RunReport, RunStatus } from './run-result.ts'

/** The options of a new run. */
export interface RunHeadOptions {
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
