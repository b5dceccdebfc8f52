import { ProxyError } from './proxy-error.ts'

/** What `work` settles with, unless `signal` aborts first: then a rejection with its reason, at once. */
export function abortable<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', onAbort))
  })
}

/**
 * What `work` settles with, unless the request is ended first: then at once a rejection with the
 * proxy's own reason, or with `client_closed`.
 */
export async function abortableRequest<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  try {
    return await abortable(work, signal)
  } catch (thrown) {
    throw signal.aborted ? requestEndError(signal) : thrown
  }
}

/** The error for a request whose signal is aborted. */
export const requestEndError = ({ reason }: AbortSignal): ProxyError =>
  reason instanceof ProxyError ? reason : new ProxyError('client_closed')
