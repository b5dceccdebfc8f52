import type { CancelReason } from './cancel-reason.ts'
import type { ChatInput } from './messages/content.ts'
import type { AgentEvent } from './events.ts'
import { Cancellation } from './cancellation.ts'
import { EventLog } from './event-log.ts'
import type { Ports } from './environment.ts'
import type { RunReport, RunStatus } from './run-result.ts'

/** What a run is asked for with. */
export interface RunHeadOptions {
  readonly agentId: string
  readonly ports: Ports
  /** The run it stands in. */
  readonly parent?: Pick<RunHead, 'rootId' | 'cancellation'> | undefined
  readonly signal?: AbortSignal | undefined
  /** Of the attempt at a call that it stands in: what ends that ends it. */
  readonly within?: AbortSignal | undefined
  /** Gets every event; must not throw. */
  readonly dispatch: (event: AgentEvent) => void
}

/** What a run has from the moment it is asked for: identity, log, cancellation. All else comes with the loop. */
export class RunHead {
  readonly id: string
  readonly rootId: string
  readonly agentId: string
  readonly log: EventLog
  readonly cancellation: Cancellation
  readonly startedAt: number
  status: RunStatus = 'running'
  /** The run itself, once there is one. */
  core: { readonly report: RunReport; fail(error: unknown): void } | undefined

  constructor({ agentId, ports, parent, signal, within, dispatch }: RunHeadOptions) {
    this.id = ports.createId()
    this.rootId = parent?.rootId ?? this.id
    this.agentId = agentId
    this.cancellation = parent ? parent.cancellation.child() : new Cancellation()
    const identity = { agentId, runId: this.id, rootRunId: this.rootId }
    this.log = new EventLog(identity, ports.clock, dispatch)
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

  /** Tells that it starts. */
  start(input?: ChatInput): void {
    this.log.emit('started', input === undefined ? {} : { input })
  }

  /** Ends it with an error, whatever its body goes on to do. */
  fail(error: unknown): void {
    this.core?.fail(error)
    this.cancel({ kind: 'parent_failed', message: 'the run failed', cause: error })
  }

  cancel(reason: CancelReason = { kind: 'manual' }): void {
    this.cancellation.cancel(Object.freeze(reason))
  }
}

/**
 * One `chat`, `execute` or `runAgent` under way: await it for its result, iterate it for its events. Ignoring it is fine: it runs all the same,
 * and a rejection nobody awaits is no unhandled one.
 */
export class Run<T> implements PromiseLike<T>, AsyncIterable<AgentEvent>, AsyncDisposable {
  /** What the run comes to. */
  readonly result: Promise<T>
  readonly #head: RunHead

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

  /** Everything observed so far, deltas aside; `seq` without a gap. */
  get events(): readonly AgentEvent[] {
    return this.#head.events
  }

  /** What the run is and has come to so far, with the runs inside it; undefined until it has begun, as when it waits for its turn. */
  get report(): RunReport | undefined {
    return this.#head.report
  }

  /** Ends the run early. The first reason counts; default `{ kind: 'manual' }`. */
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

  /** From the first event to the terminal one; never throws, and stopping to iterate stops nothing. Deltas a late iterator missed come joined. */
  [Symbol.asyncIterator](): AsyncIterableIterator<AgentEvent> {
    return this.#head.observe()
  }

  /** Cancels the run if it still goes on, and waits for its end. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel({ kind: 'scope_ended', message: 'the run was disposed' })
    await this.result.catch(() => undefined)
  }
}
