import { AgentError } from './agent-error.ts'
import type { ValidationIssue } from './tool-errors.ts'

/** The answer does not fit the `output` schema. */
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

/** A guardrail refused the input or the answer. */
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
