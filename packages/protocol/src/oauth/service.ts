/** The time for one answer of a sign-in service, in milliseconds. */
export const serviceMs = 10_000

/** The largest answer of a sign-in service, in bytes. */
const maxBytes = 65_536

/** An answer of a sign-in service. */
export interface ServiceAnswer {
  readonly status: number
  readonly headers: Headers
  /** The body as JSON. Undefined if it is not JSON. */
  readonly value: unknown
}

/** A request to a sign-in service. */
export interface ServiceRequest {
  readonly url: string
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST' | undefined
  readonly headers: Record<string, string>
  readonly body?: string | undefined
  /** The `fetch` to use. Default: the global one. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Asks a sign-in service. Waits 10 seconds, reads 64 KiB, and follows no redirect.
 *
 * @throws OAuthError `metadata` for a redirect or a longer answer, `unreachable` if there is none.
 */
export async function askService(request: ServiceRequest): Promise<ServiceAnswer> {
  const { url, method = 'GET', headers, body = null, fetch: doFetch = fetch } = request
  const abort = new AbortController()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('Too late')), serviceMs)
  const work = async (): Promise<ServiceAnswer> => {
    const init = { method, headers, body, signal: abort.signal, redirect: 'manual' } as const
    const response = await doFetch(url, init)
    const { status, type, redirected } = response
    if (type === 'opaqueredirect' || redirected || (status >= 300 && status < 400)) {
      throw new OAuthError('metadata', 'The sign-in service answered with a redirect.')
    }
    return { status, headers: response.headers, value: parseJson(await readBounded(response)) }
  }
  try {
    return await Promise.race([work(), late.promise])
  } catch (cause) {
    if (cause instanceof OAuthError) throw cause
    throw new OAuthError('unreachable', 'The sign-in service could not be reached.')
  } finally {
    clearTimeout(timer)
    // Ends what was not read to its end.
    abort.abort()
  }
}

async function readBounded(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      reader?.cancel().catch(() => {})
      throw new OAuthError('metadata', 'The answer of the sign-in service is too large.')
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The part of a sign-in that failed.
 *
 * - `metadata`: the server, or its sign-in service, does not describe itself as it should
 * - `refused`: the user, or the sign-in service, said no
 * - `response`: the answer does not belong to this sign-in, or comes from another service
 * - `token`: the sign-in service gave no token that can be used
 * - `expired`: the sign-in service takes the code or the refresh token no more, or has forgotten
 *   the client that registered itself
 * - `unreachable`: the sign-in service did not answer, or failed; the same may work later
 */
export type OAuthFailure = 'metadata' | 'refused' | 'response' | 'token' | 'expired' | 'unreachable'

/** A sign-in that failed. Its message never holds a secret, nor words of a server. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly failure: OAuthFailure

  constructor(failure: OAuthFailure, message: string) {
    super(message)
    this.failure = failure
  }
}
