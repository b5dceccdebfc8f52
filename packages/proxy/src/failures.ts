// What answers need once they fail, in one file to load.
import { requestEndError } from './abortable.ts'
import { noteFailed } from './meter.ts'
import type { Exchange } from './exchange.ts'
import { ProxyError } from './proxy-error.ts'
import { toWireError } from './to-wire-error.ts'
import { fromUpstream, nameFault } from './upstream-error.ts'
import type { LanguageModelV4StreamResult } from '@ai-sdk/provider'
import { encodePart } from '@ambit/protocol'

/**
 * Closes the answer of a model that could not be opened, if it still comes, and notes the failure.
 *
 * @returns The error to answer with.
 */
export function failAnswer(
  { abort: { signal }, meter, tools }: Exchange,
  starting: Promise<LanguageModelV4StreamResult>,
  thrown: unknown,
): ProxyError {
  starting.then(({ stream }) => stream.cancel(thrown)).catch(() => {})
  const error = signal.aborted
    ? requestEndError(signal)
    : nameFault(fromUpstream(thrown, new ProxyError('upstream_error', { retryable: false })), tools)
  noteFailed(meter, error)
  return error
}

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
export function toErrorPart(
  { abort, requestId, tools }: Exchange,
  thrown: unknown,
  code: 'upstream_error' | 'upstream_cut',
): ErrorPart {
  const { reason } = abort.signal
  const known = reason instanceof ProxyError ? reason : thrown
  const error = nameFault(fromUpstream(known, new ProxyError(code)), tools)
  return { error, event: encodePart({ type: 'error', error: toWireError(error, requestId) }) }
}

/**
 * Returns the error for a function of the configuration that returned something else than a text.
 *
 * @param name The function, as a sentence begins.
 */
export const notText = (name: string, returned: unknown): ProxyError => {
  const what =
    typeof returned === 'string' ? 'half a character' : `a value of the type ${typeof returned}`
  return new ProxyError('internal_error', {
    cause: new TypeError(`${name} returned ${what}, not a text.`),
  })
}
