import { messages } from '../dev/messages.ts'
import { AgentError, type AgentErrorOptions, type ErrorCode } from '../errors/agent-error.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

type Messages = typeof messages

/**
 * Returns the message about a mistake of the application. In development, it says what happened,
 * why it matters and what to do. In production, it has the code of the mistake.
 */
export function explain<Code extends keyof Messages>(
  code: Code,
  given: Parameters<Messages[Code]>,
): string {
  try {
    // Bundlers replace this value, and leave all messages out of production.
    if (process.env.NODE_ENV !== 'production') {
      return (messages[code] as (...given: unknown[]) => string)(...given)
    }
  } catch {
    // A page without a bundler has no `process`.
  }
  return `Ambit cannot use what it was given (${code}). See docs/reference/errors.md#in-production`
}

/** Returns the error of a mistake of the application, with the message of `explain`. */
export const misuse = <Code extends keyof Messages>(
  code: Code,
  given: Parameters<Messages[Code]>,
  options?: AgentErrorOptions<ErrorCode>,
): AgentError => new AgentError(explain(code, given), options)
