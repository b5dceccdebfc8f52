import { AgentError } from './agent-error.ts'
import { describeThrown } from './describe-thrown.ts'

/** One problem a schema found: what is wrong, and where in the value. */
export interface ValidationIssue {
  readonly message: string
  readonly path?: readonly (string | number)[] | undefined
}

/** The arguments of a call do not fit the tool's parameters. The handler was not called. */
export class ToolValidationError extends AgentError {
  readonly tool: string
  readonly issues: readonly ValidationIssue[]
  override get name(): string {
    return 'ToolValidationError'
  }
  constructor(tool: string, issues: readonly ValidationIssue[]) {
    super(
      `Invalid arguments for "${tool}": ${issues
        .map(({ path, message }) => (path?.length ? `${path.join('.')}: ${message}` : message))
        .join('; ')}`,
    )
    this.tool = tool
    this.issues = issues
  }
}

/** The tool exists and is off at the moment of the call. The handler was not called. */
export class DisabledToolError extends AgentError {
  readonly tool: string
  readonly reason?: string | undefined
  override get name(): string {
    return 'DisabledToolError'
  }
  constructor(tool: string, reason?: string) {
    super(`"${tool}" is not available now${reason ? `: ${reason}` : '.'}`)
    this.tool = tool
    this.reason = reason
  }
}

/** No tool of that name can be called in this run. */
export class UnknownToolError extends AgentError {
  readonly tool: string
  override get name(): string {
    return 'UnknownToolError'
  }
  constructor(tool: string, available: readonly string[] = []) {
    super(
      `There is no tool "${tool}". ${available.length ? `Available: ${available.join(', ')}.` : 'No tool is available.'}`,
    )
    this.tool = tool
  }
}

/** A person, a policy or a hook refused the call. The handler was not called. */
export class ToolDeniedError extends AgentError {
  readonly tool: string
  readonly reason: string
  override get name(): string {
    return 'ToolDeniedError'
  }
  /** `told`: the reason as the message has it, where that says more. */
  constructor(tool: string, reason: string, told: string = reason) {
    super(`"${tool}" was denied: ${told}`)
    this.tool = tool
    this.reason = reason
  }
}

/** A tool's own code threw; `cause` is what it threw. */
export class ToolHandlerError extends AgentError {
  readonly tool: string
  readonly callId: string
  override get name(): string {
    return 'ToolHandlerError'
  }
  constructor(tool: string, callId: string, cause: unknown) {
    super(describeThrown(cause), { cause })
    this.tool = tool
    this.callId = callId
  }
}

/** A tool's result cannot be written as JSON. */
export class SerializationError extends AgentError {
  override get name(): string {
    return 'SerializationError'
  }
}
