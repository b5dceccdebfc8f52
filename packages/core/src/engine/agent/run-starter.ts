import type { CancelReason } from '../../values/cancel-reason.ts'
import type { ChatInput } from '../../values/content.ts'
import { type CallOptions, toRunConfig } from './agent-options.ts'
import type { AgentParts, AgentRuns } from './agent-runs.ts'
import { LateRun } from './late-run.ts'
import { loadLoop } from './load-loop.ts'
import type { EarlyRun } from '../run/run-head.ts'
import { Run } from '../run/run.ts'
import { tellFailure } from './tell-failure.ts'

/** Begins a run, under the identity it was given where it was asked for early. */
export type Begin<T> = (runs: AgentRuns, early?: EarlyRun) => Run<T>

/** What a run is started with. */
interface Start {
  readonly input?: ChatInput | undefined
  readonly options?: CallOptions | undefined
  /** It is one of the open session, whose activity it shows. */
  readonly isChat?: boolean | undefined
}

/** Starts an agent's runs: at once, or as soon as what runs them is there. */
export class RunStarter {
  readonly #parts: AgentParts
  readonly #late = new Set<LateRun<unknown>>()
  #runs: AgentRuns | undefined

  constructor(parts: AgentParts) {
    this.#parts = parts
    // Asked for now, so that it is there when somebody says something; a failure shows then.
    loadLoop().catch(() => undefined)
  }

  /** Whether a chat runs or waits. */
  get isBusy(): boolean {
    return this.#late.size > 0 || this.#runs?.isBusy === true
  }

  /** Throws `AgentError` for an option that is wrong. */
  start<T>(begin: Begin<T>, { input, options, isChat }: Start = {}): Run<T> {
    const { loaded } = loadLoop
    if (loaded) return begin(this.#use(loaded))
    const parts = this.#parts
    if (options) toRunConfig(parts.options, options)
    const id = parts.ports.createId()
    if (isChat) parts.activity.begin(id)
    const loading = loadLoop().then((loaded) => this.#use(loaded))
    const run: LateRun<T> = new LateRun(id, loading, {
      begin: (runs, early) => {
        this.#late.delete(run)
        return begin(runs, early)
      },
      fail: (error) => {
        this.#late.delete(run)
        if (isChat) parts.activity.end({ error })
        return tellFailure(parts, { id, input, error, on: options?.on })
      },
    })
    this.#late.add(run)
    return new Run(run, run.result)
  }

  /** Cancels the chats of the open session, and resolves when they have ended. */
  async end(): Promise<void> {
    await this.#runs?.end()
  }

  cancelAll(reason?: CancelReason): void {
    for (const run of this.#late) run.cancel(reason)
    this.#runs?.cancelAll(reason)
  }

  #use({ AgentRuns }: NonNullable<typeof loadLoop.loaded>): AgentRuns {
    return (this.#runs ??= new AgentRuns(this.#parts))
  }
}
