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

/** Asks the person to sign in once more; once, however many wait. False when they do not want to. */
export function signInAgain(): Promise<boolean> {
  gate ??= Promise.withResolvers()
  useExpired.setState({ isExpired: true })
  return gate.promise
}

/**
 * `fetch` of the app's own API, by the page and by tools. When the session has expired meanwhile it waits until the person has signed in
 * again, and repeats the request. When they do not want to, the refusal is the answer. The agent's model does the same by `onAuthExpired`.
 */
export async function fetchSignedIn(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetch(input, init)
  if (response.status !== 401) return response
  const isSignedIn = await signInAgain()
  // What was cancelled meanwhile rejects here.
  return isSignedIn ? fetch(input, init) : response
}
