import { AgentError } from './agent-error.ts'
import { describeThrown } from './describe-thrown.ts'

/** One problem that a schema found: what is wrong, and its path in the value. */
export interface ValidationIssue {
  readonly message: string
  readonly path?: readonly (string | number)[] | undefined
}

/**
 * The error of a call whose arguments do not fit the tool's parameters. The handler was not called.
 */
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

/**
 * The error of a call of a tool that exists but is off at the moment of the call. The handler was
 * not called.
 */
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

/** The error of a call with a name that no tool of this run has. */
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

/** The error of a call that a person, a policy or a hook refused. The handler was not called. */
export class ToolDeniedError extends AgentError {
  readonly tool: string
  readonly reason: string
  override get name(): string {
    return 'ToolDeniedError'
  }
  /**
   * Creates the error. `detail` is the reason as the message states it, if the message says more
   * than `reason`.
   */
  constructor(tool: string, reason: string, detail: string = reason) {
    super(`"${tool}" was denied: ${detail}`)
    this.tool = tool
    this.reason = reason
  }
}

/** The error of a call whose handler threw. `cause` is the thrown value. */
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

/** The error of a value that cannot be written as JSON, because its own code threw. */
export class SerializationError extends AgentError {
  override get name(): string {
    return 'SerializationError'
  }
}
