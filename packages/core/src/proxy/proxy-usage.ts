import { ModelError } from '../errors/model-error.ts'
import { type ProxyUsage, usagePath } from '../wire/routes.ts'
import { type ProxyConnection, proxyRequest } from './proxy-request.ts'

/**
 * Fetches what is left of the limits of the person who asks: requests, streams, tokens, money. For
 * a page that shows it. Asks no provider, and counts against no limit, but a proxy answers a person
 * at most 60 times a minute.
 *
 * @param signal Aborts the request; the promise then rejects with its reason.
 * @returns The limits that the proxy sets: `{ tokens: { max, used, left, resetsInMs }, … }`. Empty
 * if it sets none.
 * @throws ModelError, as the calls of `createProxyModel` do; `rate_limited` if it asks too often.
 *
 * @example
 * const { tokens } = await fetchProxyUsage({ baseURL: '/api/agent' })
 */
export async function fetchProxyUsage(
  connection: ProxyConnection,
  signal?: AbortSignal,
): Promise<ProxyUsage> {
  const response = await proxyRequest(connection, usagePath, undefined, signal)
  const answer = (await response.json().catch(() => null)) as { usage?: unknown } | null
  signal?.throwIfAborted()
  if (typeof answer?.usage === 'object' && answer.usage !== null) return answer.usage
  throw new ModelError(
    `The answer of ${connection.baseURL} does not tell the limits. A login page or another server may have answered. Check \`baseURL\` and the sign-in.`,
    { code: 'invalid_response', isRetryable: false, status: response.status },
  )
}
