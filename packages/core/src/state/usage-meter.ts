import { type UsageTotal, noUsage } from '../budget/usage.ts'
import { Store } from './store.ts'

/** What a page shows of what was used. */
export interface UsageState {
  /** Of every run in the open session, and of the runs inside those. */
  readonly session: UsageTotal
  /** Of the chat that runs or, where none does, of the last one, and of the runs inside it. */
  readonly run: UsageTotal
}

/** What the open session has used: a zustand store that changes with every model call that ends. */
export class UsageMeter extends Store<UsageState> {
  #runId: string | undefined

  constructor() {
    super({ session: nothing, run: nothing })
  }

  /** Counts another session, which has used this much. */
  reset(session: UsageTotal = nothing): void {
    this.#runId = undefined
    this.setState({ session, run: nothing })
  }

  /** Counts from now on what belongs to a new chat. */
  startRun(runId: string): void {
    this.#runId = runId
    if (this.getState().run !== nothing) this.setState({ run: nothing })
  }

  /** Counts one model call of a run whose root has this id: `plus` adds it to a total. */
  add(rootRunId: string, plus: (total: UsageTotal) => UsageTotal): void {
    this.setState(({ session, run }) => ({
      session: plus(session),
      run: rootRunId === this.#runId ? plus(run) : run,
    }))
  }
}

const nothing: UsageTotal = Object.freeze({ usage: noUsage })
