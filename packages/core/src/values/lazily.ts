import { AgentError } from '../errors/agent-error.ts'

/** Loads a part of the package once. Rejects `AgentError` when it cannot be fetched; the next call tries again. */
export function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: T | undefined
  return async () => {
    try {
      return (loaded ??= await load())
    } catch (cause) {
      throw new AgentError(
        'A part of Ambit could not be loaded. The page is offline, or older than what its server has now: try again, or reload.',
        { cause },
      )
    }
  }
}
