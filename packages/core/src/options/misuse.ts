import { messages } from '../dev/messages.ts'
import { AgentError, type AgentErrorOptions, type ErrorCode } from '../errors/agent-error.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

type Messages = typeof messages

/**
 * Returns the error of a mistake of the application. In development, its message says what
 * happened, why it matters and what to do. In production, it has the code of the mistake.
 */
export function misuse<Code extends keyof Messages>(
  code: Code,
  given: Parameters<Messages[Code]>,
  options?: AgentErrorOptions<ErrorCode>,
): AgentError {
  let message = `Ambit cannot use what it was given (${code}). A build for development says more: docs/reference/errors.md#in-production`
  try {
    // Bundlers replace this value, and leave all messages out of production.
    if (process.env.NODE_ENV !== 'production') {
      message = (messages[code] as (...given: unknown[]) => string)(...given)
    }
  } catch {
    // A page without a bundler has no `process`.
  }
  return new AgentError(message, options)
}
