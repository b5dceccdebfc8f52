/** What `work` settles with, unless `signal` aborts first: then a rejection with its reason, at once. */
export function untilAborted<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', onAbort))
  })
}
