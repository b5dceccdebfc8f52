import { ProxyError } from './proxy-error.ts'

/** Settles as `work` does. Rejects at once with the signal's reason if it aborts first. */
export function abortable<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', onAbort))
  })
}

/**
 * Settles as `work` does. If the request ends first, rejects at once with the `ProxyError` that
 * ended it, or with `client_closed`.
 */
export async function abortableRequest<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  try {
    return await abortable(work, signal)
  } catch (thrown) {
    throw signal.aborted ? requestEndError(signal) : thrown
  }
}

/** Returns the error of a request whose signal is aborted. */
export const requestEndError = ({ reason }: AbortSignal): ProxyError =>
  reason instanceof ProxyError ? reason : new ProxyError('client_closed')
