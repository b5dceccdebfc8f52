import type { CancelReason } from '../cancel-reason.ts'
import { AgentError } from './agent-error.ts'
import type { ValidationIssue } from './tool-errors.ts'

/** The error of a cancelled run, call or wait. */
export class CancellationError extends AgentError {
  readonly reason: CancelReason
  override get name(): string {
    return 'CancellationError'
  }
  constructor(reason: CancelReason) {
    const { kind, message } = reason
    super(`Cancelled${kind === 'manual' ? '' : ` (${kind})`}${message ? `: ${message}` : '.'}`)
    this.reason = reason
  }
}

/** The error of an operation that took longer than allowed. */
export class TimeoutError extends AgentError {
  readonly timeoutMs: number
  readonly reason: string
  override get name(): string {
    return 'TimeoutError'
  }
  constructor(reason: string, timeoutMs: number) {
    super(`${reason} took longer than ${timeoutMs} ms.`)
    this.reason = reason
    this.timeoutMs = timeoutMs
  }
}

/** The numbers of a refused charge. */
export interface BudgetExcess {
  /** The key of `limits`, or the budget's name. */
  budgetKey: string
  limit: number
  /** The amount that would have been spent, including `attempted`. */
  spent: number
  attempted: number
  /** The unit: `tokens`, `USD`, `calls`, `iterations`, `ms`, or the budget's own unit. */
  unit: string
  reason?: string | undefined
}

/** The error of a run whose next step a limit or budget does not allow. */
export class BudgetExceededError extends AgentError {
  readonly budgetKey: string
  readonly limit: number
  readonly spent: number
  readonly attempted: number
  readonly unit: string
  readonly reason: string
  override get name(): string {
    return 'BudgetExceededError'
  }
  constructor(excess: BudgetExcess) {
    const { budgetKey, limit, spent, attempted, unit } = excess
    const reason = excess.reason ?? `${spent} of ${limit} ${unit}`
    super(`The budget "${budgetKey}" is exceeded: ${reason}.`)
    this.budgetKey = budgetKey
    this.limit = limit
    this.spent = spent
    this.attempted = attempted
    this.unit = unit
    this.reason = reason
  }
}

/**
 * The error of a request that conflicts with the session's running chat. Either `onBusy` is
 * `reject`, or the request would move the history's head during that chat.
 */
export class AgentBusyError extends AgentError {
  override get name(): string {
    return 'AgentBusyError'
  }
}

/** The error of a `ctx.ask` whose question the person declined to answer. */
export class AskDeclinedError extends AgentError {
  readonly tool: string
  /** The reason that the person gave. */
  readonly reason?: string | undefined
  override get name(): string {
    return 'AskDeclinedError'
  }
  constructor(tool: string, reason?: string) {
    super(`The person did not answer what "${tool}" asked${reason ? `: ${reason}` : '.'}`)
    this.tool = tool
    this.reason = reason
  }
}

/** The error of a run whose answer does not fit the `output` schema. */
export class OutputSchemaError extends AgentError {
  readonly issues: readonly ValidationIssue[]
  override get name(): string {
    return 'OutputSchemaError'
  }
  constructor(issues: readonly ValidationIssue[]) {
    super(`The answer does not fit the output schema: ${issues.map((i) => i.message).join('; ')}`)
    this.issues = issues
  }
}

/** The error of a run whose input or answer a guardrail refused. */
export class GuardrailError extends AgentError {
  readonly guardrail: string
  readonly reason: string
  readonly phase: 'input' | 'output'
  override get name(): string {
    return 'GuardrailError'
  }
  constructor(guardrail: string, phase: 'input' | 'output', reason: string) {
    super(`The guardrail "${guardrail}" refused the ${phase}: ${reason}`)
    this.guardrail = guardrail
    this.phase = phase
    this.reason = reason
  }
}
