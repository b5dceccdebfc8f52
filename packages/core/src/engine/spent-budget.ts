import type { CancelReason } from '../cancel-reason.ts'
import type { BudgetExceededError } from '../errors/limit-errors.ts'
import type { RunCore } from './run-core.ts'

/** Returns the reason with which work is cancelled because a budget is spent. */
export const budgetReason = (error: BudgetExceededError): CancelReason => {
  const { budgetKey, limit, spent, reason } = error
  const message = `the budget "${budgetKey}" is exceeded: ${reason}`
  return { kind: 'budget', message, budgetKey, limit, spent }
}

/**
 * Ends a run, and the runs around it that have the same budget, with the refusal of that budget.
 * Cancels their work at once, so that no code can go on by catching the error. Does nothing for an
 * error that is no refusal of a budget of the run.
 */
export function endOverBudget(run: RunCore | undefined, error: unknown): void {
  for (let at = run; at?.spending.refused(error); at = at.parent) {
    at.fail(error)
    at.workCancellation.cancel(Object.freeze(budgetReason(error as BudgetExceededError)))
  }
}
