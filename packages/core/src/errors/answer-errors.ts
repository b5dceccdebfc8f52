import { AgentError } from './agent-error.ts'
import type { UserContent } from '../messages/content.ts'
import type { ValidationIssue } from './tool-errors.ts'

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

/**
 * The error of a run, or of a steered message, that a guardrail refused. It holds nothing of a
 * refused answer.
 */
export class GuardrailError extends AgentError {
  readonly guardrail: string
  readonly reason: string
  readonly phase: 'input' | 'output'
  /**
   * The refused message of the person, to be edited. Absent for `output`. It is not enumerable and
   * not in the error's JSON.
   */
  declare readonly input?: UserContent
  override get name(): string {
    return 'GuardrailError'
  }
  constructor(
    guardrail: string,
    phase: 'input' | 'output',
    reason: string,
    { input, cause }: { input?: UserContent | undefined; cause?: unknown } = {},
  ) {
    const options = cause === undefined ? undefined : { cause }
    super(`The guardrail "${guardrail}" refused the ${phase}: ${reason}`, options)
    this.guardrail = guardrail
    this.phase = phase
    this.reason = reason
    if (input !== undefined) Object.defineProperty(this, 'input', { value: input })
  }
}
