import { startTimer } from './start-timer.ts'

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
  const failing = new Promise<never>((_resolve, reject) => {
    const late = (): void => reject(new Error(`${name} took longer than ${limitMs} ms.`))
    timer = startTimer(late, limitMs)
  })
  try {
    return await Promise.race([work(), failing])
  } finally {
    clearTimeout(timer)
  }
}
