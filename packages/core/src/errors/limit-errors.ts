import { AgentError, outcomeOf } from './agent-error.ts'

/** The error of an operation that took longer than allowed. */
export class TimeoutError extends AgentError<'timeout'> {
  declare readonly timeoutMs: number
  override get name(): string {
    return 'TimeoutError'
  }
  /**
   * Creates the error. `what` begins its sentence. `began` says for a handler whether it had
   * started, and the message then tells that. Default: the message tells only the time.
   */
  constructor(what: string, timeoutMs: number, began?: boolean) {
    const outcome = began === undefined ? '' : ` ${outcomeOf(began)}`
    super(`${what} took longer than ${timeoutMs} ms.${outcome}`, {
      code: 'timeout',
      details: { timeoutMs },
    })
  }
}

/** The numbers of a refused charge. */
export interface BudgetExcess {
  /**
   * The key of `limits`, or of `limits.custom`. `depth` is for agents that run inside one another,
   * more than 3 below the outermost.
   */
  budgetKey: string
  limit: number
  /** The amount that was spent. A refused step is not in it. */
  spent: number
  /** The amount of the step that was refused, or that went past the limit; 0 for the time. */
  attempted: number
  /**
   * The unit: `tokens`, `USD`, `calls`, `iterations`, `ms`, `runs`, or a key of `limits.custom`.
   */
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
    const { budgetKey, limit, spent, attempted, unit, isShared } = excess
    const more = attempted > 0 && spent <= limit ? `, and ${attempted} more would be needed` : ''
    const { reason = `${spent} of ${limit} ${unit} are spent${more}` } = excess
    super(`The budget "${budgetKey}" is exceeded: ${reason}.`, {
      code: 'limit',
      details: { ...excess, reason, isShared: isShared || undefined },
    })
  }
}
