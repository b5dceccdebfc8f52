import type { LanguageModelV4StreamResult } from '@ai-sdk/provider'
import { requestEndError } from './abortable.ts'
import { noteFailed } from './attempts.ts'
import type { Exchange } from './exchange.ts'
import { ProxyError } from './proxy-error.ts'
import { toProxyError } from './to-proxy-error.ts'

/**
 * Closes the answer of a model that could not be opened, if it still comes, and notes the failure.
 *
 * @returns The error to answer with.
 */
export async function failAnswer(
  { abort: { signal }, meter }: Exchange,
  starting: Promise<LanguageModelV4StreamResult>,
  thrown: unknown,
): Promise<ProxyError> {
  starting.then(({ stream }) => stream.cancel(thrown)).catch(() => {})
  const error = signal.aborted
    ? requestEndError(signal)
    : await toProxyError(thrown, new ProxyError('upstream_error', { retryable: false }))
  noteFailed(meter, error)
  return error
}
