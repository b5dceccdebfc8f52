import { parseDuration } from '../options/values.ts'
import { AttendedStore } from '../state/store.ts'
import type {
  ApprovalAnswerer,
  ApprovalDecision,
  ApprovalRequest,
  ApproveOptions,
  RememberedApproval,
} from './policy.ts'

/** The state of the approvals, for a page to show. */
export interface ApprovalsState {
  /** The calls that wait for a person, oldest first. */
  readonly pending: readonly ApprovalRequest[]
  /** The tools about which nobody is asked again in the open conversation, oldest first. */
  readonly remembered: readonly RememberedApproval[]
}

/** The part of a run that waits for a person's decision. */
export interface ApprovalOwner {
  /**
   * Takes a decision, which hides the request. Returns false if the decision comes too late.
   * Default of `by`: `person`.
   */
  answer(decision: ApprovalDecision, by?: ApprovalAnswerer): boolean
  /** Takes note that the last approver has gone. */
  leave(): void
}

/**
 * The calls of an agent that wait for a person, and the tools about which nobody is asked again: a
 * zustand store. It is the only place of approvals. Nothing in a history, a message or an event
 * approves a call.
 */
export class Approvals extends AttendedStore<ApprovalRequest, ApprovalOwner, ApprovalsState> {
  /** The remembered approvals of all conversations. */
  #rules: readonly RememberedApproval[] = []
  #sessionId: string | undefined

  constructor() {
    super({ pending: [], remembered: [] })
  }

  /**
   * Lets a call run. Returns false for a request that has ended or whose time is over.
   *
   * Answers in the same moment, before the call goes on: an equal one is the same answer, and
   * returns true. A denial denies the call. An approval with other options denies it too, because
   * neither counts, and returns false.
   *
   * Throws `AgentError` for a `remember` that is not a time. The request then still waits. `by` is
   * for the event and the audit. Default `person`.
   */
  approve(id: string, options: ApproveOptions = {}, by?: ApprovalAnswerer): boolean {
    toRememberMs(options.remember)
    return this.#answer(id, { decision: 'approve', ...options }, by)
  }

  /**
   * Refuses a call. The model gets the comment. Returns false for a request that has ended. `by` is
   * for the event and the audit. Default `person`.
   */
  deny(id: string, comment?: string, by?: ApprovalAnswerer): boolean {
    return this.#answer(id, { decision: 'deny', comment }, by)
  }

  /** Removes a remembered approval by its id, so that a person is asked again. */
  revoke(ruleId: string): void {
    this.keep(this.#rules.filter(({ id }) => id !== ruleId))
  }

  /**
   * The remembered approvals of all conversations.
   *
   * @internal
   */
  get rules(): readonly RememberedApproval[] {
    return this.#rules
  }

  /**
   * Replaces all remembered approvals, and shows those of the open conversation.
   *
   * @internal
   */
  keep(
    rules: readonly RememberedApproval[],
    sessionId: string | undefined = this.#sessionId,
  ): void {
    this.#rules = rules
    this.#sessionId = sessionId
    this.setState({ remembered: rules.filter((rule) => rule.sessionId === sessionId) })
  }

  #answer(id: string, decision: ApprovalDecision, by?: ApprovalAnswerer): boolean {
    const taken = this.ownerOf(id)?.answer(decision, by) ?? false
    this.hide(id)
    return taken
  }
}

const hourMs = 3_600_000

/**
 * Returns the time to remember an approval, in milliseconds; undefined not to remember it. Throws
 * `AgentError` for a time that cannot be read.
 */
export function toRememberMs(remember: ApproveOptions['remember']): number | undefined {
  if (remember === undefined || remember === false) return undefined
  return remember === true ? hourMs : parseDuration(remember, 'remember')
}
