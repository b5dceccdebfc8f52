/** Resolves as `work` does. Rejects with the signal's reason as soon as the signal aborts. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  return Promise.race([promise, work]).finally(() => signal.removeEventListener('abort', abort))
}
