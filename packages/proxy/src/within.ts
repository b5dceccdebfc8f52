/**
 * Settles as `work` does. Rejects if `work` throws, or takes longer than `limitMs`.
 *
 * @param name The subject of the sentence in the error.
 * @param limitMs The time limit in milliseconds. 0 for none.
 */
export async function within<T>(
  name: string,
  limitMs: number,
  work: () => T | PromiseLike<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = (): Error =>
      Object.assign(new Error(`${name} took longer than ${limitMs} ms.`), { name: 'TimeoutError' })
    if (limitMs > 0) timer = setTimeout(() => reject(error()), limitMs)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
