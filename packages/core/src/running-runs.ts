import type { CancelReason } from './cancel-reason.ts'
import { report } from './errors/report-thrown.ts'
import type { Run, RunHead } from './run.ts'

/** The runs of an agent that go on: from the request of each to its last event. */
export class RunningRuns {
  readonly #runs = new Map<RunHead, Run<unknown> | undefined>()

  /** Adds a run that is requested. */
  begin(head: RunHead): void {
    this.#runs.set(head, undefined)
  }

  /** Makes a run known by its id, unless it has ended. Returns the run. */
  show<T>(head: RunHead, run: Run<T>): Run<T> {
    if (this.#runs.has(head)) this.#runs.set(head, run)
    return run
  }

  end(head: RunHead): void {
    this.#runs.delete(head)
  }

  find(runId: string): Run<unknown> | undefined {
    for (const [{ id }, run] of this.#runs) if (id === runId) return run
    return undefined
  }

  /**
   * Fails every run in progress with the error of a hook that belongs to no run. Reports the error
   * if no run is in progress.
   */
  fail(thrown: unknown): void {
    const begun = [...this.#runs.keys()].filter(({ core }) => core)
    for (const head of begun) head.fail(thrown)
    if (begun.length === 0) report('A hook threw.', thrown)
  }

  cancelAll(reason?: CancelReason): void {
    // A run that a handler starts meanwhile is not cancelled.
    const heads = [...this.#runs.keys()]
    for (const head of heads) head.cancel(reason)
  }
}
