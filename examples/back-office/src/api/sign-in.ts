import type { User } from '../shared/user.ts'
import { readAnswer } from './api-failure-error.ts'
import { fetchApi } from './fetch-api.ts'

/** Opens a session for this browser. Rejects with `ApiFailureError`. */
export async function signIn(email: string, password: string): Promise<void> {
  const response = await fetchApi('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  await readAnswer(response)
}

export async function signOut(): Promise<void> {
  await fetchApi('/api/session', { method: 'DELETE' })
  // The page is loaded anew, so that no data of this user stays in memory.
  location.assign('/')
}

/** Reads the user who is signed in; null if nobody is. Rejects with `ApiFailureError`. */
export const readUser = async (): Promise<User | null> => readAnswer(await fetchApi('/api/session'))
