import { create } from 'zustand'
import { fetchApi } from '../api/fetch-api.ts'

/** The state of an expired session: true while the user has to sign in again. */
export const useExpired = create<{ isExpired: boolean }>(() => ({ isExpired: false }))

let gate: PromiseWithResolvers<boolean> | undefined

/** Lets waiting requests continue, after the user has signed in again or has refused to. */
export function answerExpired(isSignedIn: boolean): void {
  gate?.resolve(isSignedIn)
  gate = undefined
  useExpired.setState({ isExpired: false })
}

/**
 * Asks the user to sign in again, once for all requests that wait. Resolves with false if the
 * user refuses.
 */
export function signInAgain(): Promise<boolean> {
  gate ??= Promise.withResolvers()
  useExpired.setState({ isExpired: true })
  return gate.promise
}

/**
 * Calls `fetch` on the app's own API, for the page and for tools. If the session has expired, waits
 * until the user has signed in again, and repeats the request. If the user refuses, the answer
 * is the API's refusal. The agent's model does the same by `onAuthExpired`.
 */
export async function fetchSignedIn(
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const response = await fetchApi(input, init)
  if (response.status !== 401) return response
  const isSignedIn = await signInAgain()
  // A request that was cancelled meanwhile rejects here.
  return isSignedIn ? fetchApi(input, init) : response
}
