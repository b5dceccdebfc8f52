import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { ActivityState, CallActivity } from '../state/activity.ts'

/** A note from one page to the others about a session. */
export type SessionNote =
  | { readonly type: 'advanced'; readonly next: number; readonly isRunning: boolean }
  /** The approvals that the page that runs the session waits for. */
  | { readonly type: 'approvals'; readonly pending: readonly ApprovalRequest[] }
  /** The activity of the page that runs the session. */
  | { readonly type: 'activity'; readonly activity: PageActivity }
  /** The session was deleted, so no page continues it. */
  | { readonly type: 'gone' }
  | { readonly type: 'command'; readonly command: SessionCommand }

/** A page's activity in a session, as the other pages show it. */
export interface PageActivity extends Pick<ActivityState, 'status' | 'waitingFor' | 'retryAt'> {
  /** The calls of the message that was stored last. Their arguments are in that message. */
  readonly calls: readonly Omit<CallActivity, 'input'>[]
}

/**
 * A request to the page that runs the session: to stop, to report its activity and approvals, or to
 * accept a person's answer.
 */
export type SessionCommand =
  | { readonly type: 'stop' }
  | { readonly type: 'report' }
  | {
      readonly type: 'answer'
      /** The id of the approval request. */
      readonly id: string
      readonly decision: ApprovalDecision
    }
