import type { Exchange } from './exchange.ts'
import { toFailureCause, withoutSecrets } from './failure-cause.ts'
import type { ProxyError } from './proxy-error.ts'

/** The failures that were reported. A failure is reported once, not with each request. */
const reported = new Set<string>()
const maxReported = 100

/**
 * Prints a failure of the app's own code with `console.error`, once for each cause. For a proxy
 * without a log, and for a log that fails.
 *
 * @param what The failure, as the beginning of a sentence.
 */
export function reportFailure(what: string, thrown: unknown): void {
  const line = lineOf(what, thrown)
  if (reported.has(line)) return
  if (reported.size >= maxReported) reported.clear()
  reported.add(line)
  console.error(line)
}

/**
 * Gives an error to `onProviderError`, with the provider's sentence, if it is a failure of a
 * provider. Never throws.
 */
export async function tellProviderError(
  { requestId, modelId, options: { onProviderError } }: Exchange,
  { code, upstreamStatus: status, sentence }: ProxyError,
): Promise<void> {
  // Where the proxy pauses a model, no provider was asked.
  const isAsked = code.startsWith('upstream_') && code !== 'upstream_paused'
  if (sentence === undefined && !isAsked) return
  try {
    const safe = withoutSecrets(sentence ?? '')
    await onProviderError?.({ requestId, modelId, code, status, sentence: safe })
  } catch (thrown) {
    reportFailure('`onProviderError` failed', thrown)
  }
}

/**
 * Prints the failures of a request, for a proxy without a log. A store is reported each time, and
 * that of the limits also when it answers again.
 */
export function reportExchange(
  { isStoreBack }: { isStoreBack?: boolean | undefined },
  error: ProxyError | undefined,
): void {
  if (isStoreBack) console.error('createProxy: the store of the limits answers again.')
  if (error?.cause === undefined) return
  if (error.code === 'store_unavailable') {
    const what = `${error.part ?? 'the store of the limits'} failed, so requests are refused with 503`
    console.error(lineOf(what, error.cause))
  } else reportFailure('a function of the configuration failed', error.cause)
}

function lineOf(what: string, thrown: unknown): string {
  const { name, message, code } = toFailureCause(thrown)
  return `createProxy: ${what}: ${name}: ${message}${code === undefined ? '' : ` (${code})`}`
}
