import type { StorageDegradation } from '../events.ts'
import type { Asides } from '../asides.ts'
import type { Approvals } from '../approval/approvals.ts'
import type { Ports } from '../environment.ts'
import type { RunResult } from '../run-result.ts'
import type { Run } from '../run.ts'
import { createSession, type KeptSession, openInstead } from '../session.ts'
import type { AgentStorage } from '../storage/storage.ts'
import type { Activity } from '../state/activity.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'
import type { CancelReason } from '../cancel-reason.ts'

/** The state of the open session, for a page to show. */
export interface SessionsState {
  /** The id of the open session. */
  readonly current: string
  /** True while the open session is still being read. */
  readonly isOpening: boolean
  /** The page in which a run of the session goes on; undefined if no run does. */
  readonly running: 'here' | 'elsewhere' | undefined
  /** True if the last run was cut short and can be resumed. */
  readonly isInterrupted: boolean
  /** True if the storage has older messages than those in `history`. */
  readonly hasOlder: boolean
  /** The last failure of the storage. */
  readonly degraded?: StorageDegradation | undefined
}

/** The parts of an agent that its sessions use. */
export interface SessionHost {
  readonly options: {
    readonly storage?: AgentStorage | undefined
    /**
     * The session to begin with: the last used, a new one, or the one of an id. Default `latest`.
     */
    readonly session?: 'latest' | 'new' | (string & {}) | undefined
    /** True to resume a run by itself that was cut short. */
    readonly autoResume?: boolean | undefined
  }
  readonly agent: {
    readonly scopes: ScopeRegistry
    readonly approvals: Approvals
    readonly activity: Activity
    /** Resumes a run that was cut short. */
    resume(): Run<RunResult>
  }
  readonly ports: Ports
  /** The holder of the open session, whose `session` is replaced. */
  readonly open: { session: KeptSession }
  readonly runs: {
    /** True while a chat runs or waits. */
    readonly isBusy: boolean
    /** Cancels the chats of the open session, and resolves when they have ended. */
    end(): Promise<void>
    readonly asides: Asides
    cancelAll(reason: CancelReason): void
  }
}

/**
 * Cancels the chats of the open session, and makes a change as soon as none runs or waits. Resolves
 * with what the change returned.
 */
export async function withoutChats<T>({ runs }: SessionHost, change: () => T): Promise<T> {
  while (runs.isBusy) await runs.end()
  // A wait here would let a chat begin in the session that is left.
  return change()
}

/** Replaces the open session by an empty one with this id. */
export function startAnew({ open, runs }: SessionHost, id: string): void {
  openInstead(open, createSession(id), runs.asides.uses(open.session))
}
