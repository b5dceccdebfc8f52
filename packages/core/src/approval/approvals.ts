import { AttendedStore } from '../state/store.ts'
import type {
  ApprovalDecision,
  ApprovalRequest,
  ApproveOptions,
  RememberedApproval,
} from './approval-request.ts'

/** What a page shows of approvals. */
export interface ApprovalsState {
  /** The calls that wait for a person, oldest first. */
  readonly pending: readonly ApprovalRequest[]
  /** What need not be asked for again, oldest first. */
  readonly remembered: readonly RememberedApproval[]
}

/** Who waits for a person's decision. */
export interface ApprovalOwner {
  /** Takes a decision, which takes the request out of sight; false when it comes too late. */
  answer(decision: ApprovalDecision): boolean
  /** The last approver has gone. */
  leave(): void
}

/**
 * The calls of an agent that wait for a person, and what was remembered: a zustand store. Approvals live here alone: nothing in a history, a
 * message or an event approves anything.
 */
export class Approvals extends AttendedStore<ApprovalRequest, ApprovalOwner, ApprovalsState> {
  constructor() {
    super({ pending: [], remembered: [] })
  }

  /**
   * Lets a call run. Returns false, and does nothing, for a request that has ended. A second answer to one request, before its call has started, denies
   * it.
   */
  approve(id: string, options: ApproveOptions = {}): boolean {
    return this.#answer(id, { decision: 'approve', ...options })
  }

  /** Refuses a call; the model is told the comment. Returns false for a request that has ended. */
  deny(id: string, comment?: string): boolean {
    return this.#answer(id, { decision: 'deny', comment })
  }

  /** Asks again for what a rule says need not be asked for. */
  revoke(ruleId: string): void {
    this.keep(this.getState().remembered.filter(({ id }) => id !== ruleId))
  }

  /** Puts these rules in the place of what was remembered. */
  keep(remembered: readonly RememberedApproval[]): void {
    this.setState({ remembered })
  }

  #answer(id: string, decision: ApprovalDecision): boolean {
    const taken = this.ownerOf(id)?.answer(decision) ?? false
    this.hide(id)
    return taken
  }
}

/** Remembers a rule; it takes the place of one for the same tool and scope. */
export function addRule(approvals: Approvals, rule: RememberedApproval): void {
  const { remembered } = approvals.getState()
  const others = remembered.filter(({ tool, scope }) => tool !== rule.tool || scope !== rule.scope)
  approvals.keep([...others, rule])
}

/** The rules that still hold; others are dropped. */
export function validRules(approvals: Approvals, now: number): readonly RememberedApproval[] {
  const { remembered } = approvals.getState()
  const valid = remembered.filter(({ expiresAt }) => now < expiresAt)
  if (valid.length < remembered.length) approvals.keep(valid)
  return valid
}
