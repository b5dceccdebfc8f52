import { Cancellation } from '../cancellation.ts'
import { AgentError } from '../errors/agent-error.ts'
import type { StorageDegradation } from '../storage/storage-degradation.ts'
import type { Asides } from '../asides.ts'
import type { Approvals } from '../approval/approvals.ts'
import type { Ports } from '../environment.ts'
import type { RunResult } from '../run-result.ts'
import type { Run } from '../run.ts'
import type { KeptSession, OpenedSession } from '../session.ts'
import type { ChatTurns } from '../turns.ts'
import type { WaitingMessage } from '../storage/session-row.ts'
import type { AgentStorage } from '../storage/storage.ts'
import type { Activity } from '../state/activity.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'
import type { CancelReason } from '../cancel-reason.ts'

/** The state of the open session, for a page to show. */
export interface SessionsState {
  /** The id of the open session. */
  readonly current: string
  /** True while a session is being read that is open, or is about to be. */
  readonly isOpening: boolean
  /** The page in which a run of the session goes on; undefined if no run does. */
  readonly running: 'here' | 'elsewhere' | undefined
  /** True if the last run was cut short and can be resumed. */
  readonly isInterrupted: boolean
  /** True while an interrupted run is about to be resumed by itself: see `autoResume`. */
  readonly isResuming?: boolean | undefined
  /** True if the storage has older messages than those in `history`. */
  readonly hasOlder: boolean
  /**
   * The messages of the person that no run has taken, because the page was left or another session
   * was opened. In the order in which they were said. `takeUnsent` takes them.
   */
  readonly unsent: readonly WaitingMessage[]
  /**
   * The last deletion that this page heard of, a new object each time: the `id` of a session that
   * this page deleted. Without an id, another page deleted a session that this page uses. Then all
   * of them may be deleted, as at a sign-out. Drop what your page keeps of them.
   */
  readonly deleted?: { readonly id?: string | undefined } | undefined
  /** The last failure of the storage. */
  readonly degraded?: StorageDegradation | undefined
}

/** The state beside the id of the open session, before anything was read. */
export const nothingKnown: Omit<SessionsState, 'current' | 'isOpening'> = {
  running: undefined,
  isInterrupted: false,
  hasOlder: false,
  unsent: [],
}

/** The parts of an agent that its sessions use. */
export interface SessionHost {
  readonly options: {
    readonly storage?: AgentStorage | undefined
    readonly userId?: string | undefined
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
  readonly open: OpenedSession
  readonly runs: {
    readonly turns: Pick<ChatTurns, 'isBusy' | 'leaveSession' | 'left'>
    readonly asides: Asides
    cancelAll(reason: CancelReason): void
  }
}

/**
 * Cancels the chats of the open session, and calls `open` when all of them have ended: at once if
 * there is none. Chats and calls that are begun meanwhile belong to `next`. Rejects with
 * `AgentError` if this is called again meanwhile.
 */
export function leaveFor(host: SessionHost, next: KeptSession, open: () => void): Promise<void> {
  const { open: opened, runs } = host
  const before = opened.next
  opened.next = next
  // It may have been left before.
  if (next.left.reason) next.left = new Cancellation()
  // Nobody could answer the questions of a session that is not opened after all.
  if (before !== next) before?.left.cancel({ kind: 'user', tag: 'session' })
  return runs.turns.leaveSession(() => {
    if (opened.next !== next) throw superseded()
    opened.next = undefined
    open()
  })
}

/** Returns the error of a session that is not opened because of a later call. */
export const superseded = (): AgentError =>
  new AgentError(
    'Another session was opened or created meanwhile, so this one was not opened: the last call counts. Ignore this error, or call `open` again.',
  )
