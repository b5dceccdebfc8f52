import type { CancelReason } from '../../values/cancel-reason.ts'
import type { ChatInput } from '../../values/content.ts'
import type { RegisteredTool } from '../../stores/scope-registry.ts'
import type { CallOptions } from './agent-options.ts'
import type { AgentParts } from './agent-parts.ts'
import type { AgentRuns } from './agent-runs.ts'
import { checkOptions } from './check-options.ts'
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
    // So that it is there when somebody says something.
    loadLoop.ahead()
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
    if (options) checkOptions(parts.options, options)
    const id = parts.ports.createId()
    if (isChat) parts.agent.activity.begin(id)
    const loading = loadLoop().then((loaded) => this.#use(loaded))
    const run: LateRun<T> = new LateRun(id, loading, {
      begin: (runs, early) => {
        this.#late.delete(run)
        return begin(runs, early)
      },
      fail: (error) => {
        this.#late.delete(run)
        if (isChat) parts.agent.activity.end({ error })
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

  /** Ends the running calls of a tool that has gone. */
  endCalls(registered: RegisteredTool): void {
    this.#runs?.endCalls(registered)
  }

  /** Ends what runs with what a hook of none of the runs threw. */
  async fail(thrown: unknown): Promise<void> {
    this.#use(await loadLoop()).fail(thrown)
  }

  cancelAll(reason?: CancelReason): void {
    for (const run of this.#late) run.cancel(reason)
    this.#runs?.cancelAll(reason)
  }

  #use({ AgentRuns }: NonNullable<typeof loadLoop.loaded>): AgentRuns {
    return (this.#runs ??= new AgentRuns(this.#parts))
  }
}
