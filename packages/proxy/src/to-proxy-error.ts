import { ProxyError } from './proxy-error.ts'

/**
 * Turns a failure into a `ProxyError` that clients may see. Loads the code that reads a provider's
 * failure with the first one.
 *
 * @param fallback The error for a failure without details.
 */
export async function toProxyError(thrown: unknown, fallback: ProxyError): Promise<ProxyError> {
  if (thrown instanceof ProxyError) return thrown
  const { fromUpstream } = await import('./upstream-error.ts')
  return fromUpstream(thrown, fallback)
}
