import type { Approvals } from '../approval/approval-store.ts'
import type { Ports } from '../engine/run/run-config.ts'
import type { RunResult } from '../engine/run/run-result.ts'
import type { Run } from '../engine/run/run.ts'
import type { Session } from '../engine/run/session.ts'
import type { AgentStorage } from '../ports/storage.ts'
import type { Activity } from '../stores/activity.ts'
import type { ScopeRegistry } from '../stores/scope-registry.ts'
import type { CancelReason } from '../values/cancel-reason.ts'

/** What sessions ask of their agent. */
export interface SessionHost {
  readonly options: {
    readonly storage?: AgentStorage | undefined
    /** Which session to begin with: the one that was used last, a new one, or one by its id. Default `latest`. */
    readonly session?: 'latest' | 'new' | (string & {}) | undefined
    /** Goes on by itself with a run that was cut short. */
    readonly autoResume?: boolean | undefined
  }
  readonly agent: {
    readonly scopes: ScopeRegistry
    readonly approvals: Approvals
    readonly activity: Activity
    /** Goes on with a run that was cut short. */
    resume(): Run<RunResult>
  }
  readonly ports: Ports
  /** Holds the open session. */
  readonly open: { session: Session }
  readonly runs: {
    /** Whether a chat runs or waits. */
    readonly isBusy: boolean
    /** Cancels the session's runs, and resolves when they have ended. */
    end(): Promise<void>
    cancelAll(reason: CancelReason): void
  }
}
