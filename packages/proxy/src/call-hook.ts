import { abortableRequest, within } from './abortable.ts'
import type { Exchange } from './exchange.ts'
import { ProxyError } from './proxy-error.ts'

/**
 * Calls a function of the configuration, with the time limit `timeouts.callback`.
 *
 * @param name The option, for the log.
 * @throws ProxyError `internal_error` if the function throws, rejects or takes too long. `no_key`
 * if it throws the AI SDK's error about a missing key. The reason, if the request ends first.
 */
export async function callHook<T>(
  { abort: { signal }, options: { timeouts } }: Exchange,
  name: string,
  hook: () => T | PromiseLike<T>,
): Promise<T> {
  try {
    const result = hook()
    // Most functions return a value at once, and need no timer.
    if (!isPromiseLike(result)) return result
    return await abortableRequest(
      within(name, timeouts.callback, () => result),
      signal,
    )
  } catch (cause) {
    if (cause instanceof ProxyError) throw cause
    const isKeyMissing = cause instanceof Error && cause.name === 'AI_LoadAPIKeyError'
    throw new ProxyError(isKeyMissing ? 'no_key' : 'internal_error', { cause })
  }
}

const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value
