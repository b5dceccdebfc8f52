import { create } from 'zustand'

/** Whether the person has to sign in once more, because the session has expired under them. */
export const useExpired = create<{ isExpired: boolean }>(() => ({ isExpired: false }))

let gate: PromiseWithResolvers<boolean> | undefined

/** The person has signed in again, or does not want to: whatever waits goes on. */
export function answerExpired(isSignedIn: boolean): void {
  gate?.resolve(isSignedIn)
  gate = undefined
  useExpired.setState({ isExpired: false })
}

/**
 * `fetch`, for a person who is signed in. When the session has expired meanwhile it waits until they have signed in again, and repeats the
 * request: of the page, of a tool, and of the agent's model. When they do not want to, the refusal is the answer.
 */
export async function fetchSignedIn(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status !== 401) return response
  gate ??= Promise.withResolvers()
  useExpired.setState({ isExpired: true })
  const isSignedIn = await Promise.race([gate.promise, whenAborted(init?.signal)])
  return isSignedIn ? fetch(input, init) : response
}

const whenAborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
