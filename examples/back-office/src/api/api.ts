import { fetchSignedIn } from '../session/fetch-signed-in.ts'
import { readAnswer } from './api-failure-error.ts'

type Values = Readonly<Record<string, string | number | undefined>>

/** Reads from the API. Rejects with `ApiFailureError`. */
export async function read<T>(path: string, values: Values = {}, signal?: AbortSignal): Promise<T> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const url = query.size > 0 ? `/api${path}?${query}` : `/api${path}`
  return readAnswer<T>(await fetchSignedIn(url, signal ? { signal } : {}))
}

/** Changes something through the API. Rejects with `ApiFailureError`. */
export async function change<T>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown = {},
): Promise<T> {
  const response = await fetchSignedIn(`/api${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return readAnswer<T>(response)
}
