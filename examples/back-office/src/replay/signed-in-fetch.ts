import { createApi } from '../server/api.ts'
import { openDatabase } from '../server/open-database.ts'

const origin = 'http://localhost'

/**
 * Opens a new database in memory, and signs a user in. Returns a `fetch` that asks the API of the
 * back office on it, as that user.
 */
export async function signedInFetch(email: string): Promise<typeof fetch> {
  const database = await openDatabase({ BACK_OFFICE_DATA: 'memory' })
  const api = createApi(async () => database)
  const body = JSON.stringify({ email, password: 'demo' })
  const answer = await api(new Request(`${origin}/api/session`, { method: 'POST', body }))
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  return async (input, { method, headers, body: sent } = {}) =>
    api(
      new Request(new URL(input instanceof Request ? input.url : input, origin), {
        ...(method !== undefined && { method }),
        ...(sent !== undefined && { body: sent }),
        headers: { ...Object.fromEntries(new Headers(headers)), cookie },
      }),
    )
}
