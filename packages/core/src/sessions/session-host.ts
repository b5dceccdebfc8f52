import type { StorageDegradation } from '../events.ts'
import type { Approvals } from '../approval/approvals.ts'
import type { Ports } from '../environment.ts'
import type { RunResult } from '../run-result.ts'
import type { Run } from '../run.ts'
import type { Session } from '../session.ts'
import type { AgentStorage } from '../storage/storage.ts'
import type { Activity } from '../state/activity.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'
import type { CancelReason } from '../cancel-reason.ts'

/** What a page shows of the open session. */
export interface SessionsState {
  /** The id of the open session. */
  readonly current: string
  /** Whether it is still being read. */
  readonly isOpening: boolean
  /** Which page its run goes on in, if one does. */
  readonly running: 'here' | 'elsewhere' | undefined
  /** Its last run was cut short and can be resumed. */
  readonly isInterrupted: boolean
  /** There are older messages than those in `history`. */
  readonly hasOlder: boolean
  /** What last went wrong with the storage. */
  readonly degraded?: StorageDegradation | undefined
}

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

/** Puts an empty session in the place of the open one. */
export function startAnew({ open }: SessionHost, id: string): void {
  const { history, usage, artifacts } = open.session
  history.restore([], null)
  usage?.reset()
  artifacts?.reset()
  open.session = { id, history, usage, artifacts, state: {} as Session['state'] }
}
