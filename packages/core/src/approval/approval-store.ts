import { AttendedStore } from '../stores/attended-store.ts'
import type { ApprovalDecision, ApproveOptions } from './approval-decision.ts'
import type { ApprovalRequest, RememberedApproval } from './approval-request.ts'

/** What a page shows of approvals. */
export interface ApprovalsState {
  /** The calls that wait for a person, oldest first. */
  readonly pending: readonly ApprovalRequest[]
  /** What need not be asked for again, oldest first. */
  readonly remembered: readonly RememberedApproval[]
}

/** Who waits for a person's decision. */
interface Waiting {
  /** Takes a decision; false when it comes too late. */
  readonly answer: (decision: ApprovalDecision) => boolean
  /** The last approver has gone. */
  readonly leave: () => void
}

/**
 * The calls of an agent that wait for a person, and what was remembered: a zustand store. Approvals live here alone: nothing in a history, a
 * message or an event approves anything.
 */
export class Approvals extends AttendedStore<ApprovalsState> {
  readonly #waiting = new Map<string, Waiting>()
  readonly #onAttach: (() => void) | undefined

  constructor(onAttach?: () => void) {
    super({ pending: [], remembered: [] })
    this.#onAttach = onAttach
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

  /**
   * Shows a request and passes on each answer to it, until the returned function is called; an answer takes it out of sight. `leave` is called
   * when the last approver has gone.
   */
  open(request: ApprovalRequest, answer: Waiting['answer'], leave: () => void): () => void {
    const { id } = request
    this.#waiting.set(id, { answer, leave })
    this.setState(({ pending }) => ({ pending: [...pending, request] }))
    return () => {
      this.#waiting.delete(id)
      this.#hide(id)
    }
  }

  protected override attached(): void {
    this.#onAttach?.()
  }

  protected override abandon(): void {
    for (const { leave } of this.#waiting.values()) leave()
  }

  #answer(id: string, decision: ApprovalDecision): boolean {
    const taken = this.#waiting.get(id)?.answer(decision) ?? false
    this.#hide(id)
    return taken
  }

  #hide(id: string): void {
    const { pending } = this.getState()
    const rest = pending.filter((request) => request.id !== id)
    if (rest.length < pending.length) this.setState({ pending: rest })
  }
}
