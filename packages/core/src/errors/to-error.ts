import { AgentError } from './agent-error.ts'
import { describeThrown } from './describe-thrown.ts'

/** Returns a thrown `Error` as it is. Any other value becomes the `cause` of an `AgentError`. */
export const toError = (thrown: unknown): Error =>
  isError(thrown)
    ? thrown
    : new AgentError(`A value was thrown: ${describeThrown(thrown)}`, { cause: thrown })

function isError(thrown: unknown): thrown is Error {
  try {
    return thrown instanceof Error
  } catch {
    // A Proxy may throw at any access.
    return false
  }
}
