import { encodePart } from '@ambit/protocol'
import type { Exchange } from './exchange.ts'
import { ProxyError } from './proxy-error.ts'
import { toProxyError } from './to-proxy-error.ts'
import { toWireError } from './to-wire-error.ts'

/** The failure of an answer, and its event. */
interface ErrorPart {
  error: ProxyError
  event: string
}

/**
 * Returns the failure of an answer that has begun, and the event that tells it.
 *
 * @param code The code of a failure without details.
 */
export async function toErrorPart(
  { abort, requestId }: Exchange,
  thrown: unknown,
  code: 'upstream_error' | 'upstream_cut',
): Promise<ErrorPart> {
  const { reason } = abort.signal
  const known = reason instanceof ProxyError ? reason : thrown
  const error = await toProxyError(known, new ProxyError(code))
  return { error, event: encodePart({ type: 'error', error: toWireError(error, requestId) }) }
}
