import { AgentError } from './agent-error.ts'

/** The error of an operation that took longer than allowed. */
export class TimeoutError extends AgentError<'timeout'> {
  declare readonly timeoutMs: number
  declare readonly reason: string
  override get name(): string {
    return 'TimeoutError'
  }
  constructor(reason: string, timeoutMs: number) {
    super(`${reason} took longer than ${timeoutMs} ms.`, {
      code: 'timeout',
      details: { timeoutMs, reason },
    })
  }
}

/** The numbers of a refused charge. */
export interface BudgetExcess {
  /** The key of `limits`, or of `limits.custom`. */
  budgetKey: string
  limit: number
  /** The amount that would have been spent, including `attempted`. */
  spent: number
  attempted: number
  /** The unit: `tokens`, `USD`, `calls`, `iterations`, `ms`, or a key of `limits.custom`. */
  unit: string
  reason?: string | undefined
  /** True for a budget of `createBudget`, which a new run does not fill again. Default false. */
  isShared?: boolean | undefined
}

/** The error of a run whose next step a limit or budget does not allow. */
export class BudgetExceededError extends AgentError<'limit'> {
  declare readonly budgetKey: string
  declare readonly limit: number
  declare readonly spent: number
  declare readonly attempted: number
  declare readonly unit: string
  declare readonly reason: string
  /**
   * True if the budget is one of `createBudget`: it stays spent in the next run. Absent for a limit
   * of the run itself, which the next run has anew.
   */
  declare readonly isShared?: true | undefined
  override get name(): string {
    return 'BudgetExceededError'
  }
  constructor(excess: BudgetExcess) {
    const { budgetKey, limit, spent, unit, isShared } = excess
    const { reason = `${spent} of ${limit} ${unit}` } = excess
    super(`The budget "${budgetKey}" is exceeded: ${reason}.`, {
      code: 'limit',
      details: { ...excess, reason, isShared: isShared || undefined },
    })
  }
}
