import type { CancelReason } from '../../values/cancel-reason.ts'
import type { AgentEvent } from '../../values/event.ts'
import type { RunReport, RunStatus } from './run-result.ts'
import type { RunHead } from './run-head.ts'

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
