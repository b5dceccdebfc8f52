import { ProxyError } from './proxy-error.ts'

/**
 * What may be told of whatever a provider failed with. How to read one is loaded with the first that
 * fails.
 *
 * @param otherwise For a failure that says nothing of itself.
 */
export async function toProxyError(thrown: unknown, otherwise: ProxyError): Promise<ProxyError> {
  if (thrown instanceof ProxyError) return thrown
  const { fromUpstream } = await import('./upstream-error.ts')
  return fromUpstream(thrown, otherwise)
}
