import { AgentError } from '../errors/agent-error.ts'
import { withGrace } from '../engine/grace.ts'
import type { RunCore } from '../engine/run-core.ts'
import { isTerminal } from '../events.ts'

/** The reason with which work is cancelled that the body did not wait for. */
const bodyReturned = Object.freeze({
  kind: 'scope_ended',
  message: 'the body of the run returned without waiting for it',
} as const)

/** The reason with which work is cancelled after a hook of another call ended the run. */
const callEndedRun = Object.freeze({
  kind: 'sibling_failed',
  message: 'another call ended the run',
} as const)

/**
 * The work that a run of code has begun: its calls, their handlers, and the runs inside it. Nothing
 * of it outlives the run, except a handler that ignores its signal.
 */
export class OpenWork {
  readonly #run: RunCore
  readonly #calls = new Set<object>()
  readonly #handlers = new Set<Promise<unknown>>()
  #isClosed = false
  #onLastCall: (() => void) | undefined

  constructor(run: RunCore) {
    this.#run = run
  }

  /** Adds a call. Throws the error that ended the run, or `AgentError` if its body has returned. */
  begin(call: object, name: string): void {
    this.#run.throwIfEnding()
    if (this.#isClosed) {
      throw new AgentError(
        `The tool "${name}" was called after the body of its run had returned, so it was not run. Await every tool before the body returns.`,
      )
    }
    this.#calls.add(call)
  }

  /** Removes a call, whose end event is emitted. If the call ended the run, cancels the others. */
  end(call: object): void {
    this.#calls.delete(call)
    if (this.#run.fatal) this.#run.workCancellation.cancel(callEndedRun)
    if (this.#calls.size === 0) this.#onLastCall?.()
  }

  /** Returns a handler's result unchanged, and remembers a promise until it settles. */
  watch(result: unknown): unknown {
    if (!(result instanceof Promise)) return result
    const settled: Promise<unknown> = result.then(
      () => this.#handlers.delete(settled),
      () => this.#handlers.delete(settled),
    )
    this.#handlers.add(settled)
    return result
  }

  /**
   * Begins no call from now on, and cancels those that are left. Waits until each of them has its
   * end event and each run inside has its terminal event. Waits for handlers for 50 ms at most.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    const { workCancellation, ports, children } = this.#run
    workCancellation.cancel(bodyReturned)
    const inside = children.filter(({ log }) => !log.isClosed)
    if (this.#calls.size === 0 && inside.length === 0 && !this.#isCut) return
    // A run of code ends within its own grace. A chat may wait for a storage, so it is awaited no
    // longer than handlers are.
    const isBounded = ({ workCancellation: own, cancellation }: RunCore): boolean =>
      own !== cancellation
    await Promise.all([
      this.#calls.size > 0 && new Promise<void>((resolve) => (this.#onLastCall = resolve)),
      ...inside.filter(isBounded).map(untilEnded),
      withGrace(
        Promise.all([...this.#handlers, ...inside.map(untilEnded)]),
        workCancellation,
        ports.clock,
      ),
    ])
  }

  /** True if the run ends before its time, so that its handlers may still be cleaning up. */
  get #isCut(): boolean {
    return this.#run.fatal !== undefined || this.#run.cancellation.reason !== undefined
  }
}

const untilEnded = ({ log }: RunCore): Promise<void> =>
  new Promise((resolve) => {
    if (log.isClosed) resolve()
    else log.listen((event) => isTerminal(event) && resolve())
  })
