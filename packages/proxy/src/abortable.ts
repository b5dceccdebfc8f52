import { ProxyError } from './proxy-error.ts'
import { startTimer } from './start-timer.ts'

/** Settles as `work` does. Rejects at once with the signal's reason if it aborts first. */
export function abortable<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
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

/**
 * Settles as `work` does. Rejects if `work` throws, or takes longer than `limitMs`.
 *
 * @param name The subject of the sentence in the error.
 * @param limitMs The time limit in milliseconds. 0 or `Infinity` for none.
 */
export async function within<T>(
  name: string,
  limitMs: number,
  work: () => T | PromiseLike<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<T>((resolve, reject) => {
      const late = (): void => reject(new Error(`${name} took longer than ${limitMs} ms.`))
      timer = startTimer(late, limitMs)
      Promise.resolve(work()).then(resolve, reject)
    })
  } finally {
    clearTimeout(timer)
  }
}
