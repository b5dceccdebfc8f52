import { AgentError } from './agent-error.ts'

/** The person did not want to answer what a tool's `ctx.ask` asked. */
export class AskDeclinedError extends AgentError {
  readonly tool: string
  /** What the person said to it. */
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
