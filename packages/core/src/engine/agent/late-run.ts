import type { CancelReason } from '../../values/cancel-reason.ts'
import type { AgentEvent } from '../../values/event.ts'
import type { AgentRuns } from './agent-runs.ts'
import type { EarlyRun } from '../run/run-head.ts'
import type { RunReport, RunStatus } from '../run/run-result.ts'
import type { RunView } from '../run/run-view.ts'
import type { Run } from '../run/run.ts'

/** How a run begins once what runs it is there, and what it tells when that cannot be loaded. */
export interface LateStart<T> {
  readonly begin: (runs: AgentRuns, early: EarlyRun) => Run<T>
  readonly fail: (error: Error) => readonly AgentEvent[]
}

/** A run that was asked for before what runs it was there. */
export class LateRun<T> implements RunView {
  readonly result: Promise<T>
  readonly #id: string
  readonly #begun: Promise<unknown>
  #run: Run<T> | undefined
  #failed: readonly AgentEvent[] | undefined
  #reason: CancelReason | undefined

  constructor(id: string, loading: Promise<AgentRuns>, start: LateStart<T>) {
    this.#id = id
    const begun = this.#begin(loading, start)
    this.result = begun.then(({ run }) => run.result)
    this.#begun = begun.catch(() => undefined)
  }

  /** A bare run would be awaited. */
  async #begin(
    loading: Promise<AgentRuns>,
    { begin, fail }: LateStart<T>,
  ): Promise<{ readonly run: Run<T> }> {
    try {
      const run = begin(await loading, { id: this.#id, reason: this.#reason })
      this.#run = run
      return { run }
    } catch (error) {
      this.#failed = fail(error as Error)
      throw error
    }
  }

  /** Another's once it has joined that: the message of a person who steers is part of the run it steers. */
  get id(): string {
    return this.#run?.id ?? this.#id
  }

  get status(): RunStatus {
    return this.#run?.status ?? (this.#failed ? 'failed' : 'running')
  }

  get events(): readonly AgentEvent[] {
    return this.#run?.events ?? this.#failed ?? []
  }

  get report(): RunReport | undefined {
    return this.#run?.report
  }

  async *observe(): AsyncIterableIterator<AgentEvent> {
    await this.#begun
    yield* this.#run ?? this.events
  }

  cancel(reason: CancelReason = { kind: 'manual' }): void {
    if (this.#run) this.#run.cancel(reason)
    else this.#reason ??= reason
  }
}
