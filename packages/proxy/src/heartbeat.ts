/** A comment, which every parser of server-sent events passes over. */
const comment = ': \n\n'

/**
 * What `next` gives; and, each time that takes longer than `everyMs`, a comment before it. To be used
 * where a comment can stand: between two events.
 *
 * @param everyMs 0 for none.
 */
export function toHeartbeat<Result>(
  next: () => Promise<IteratorResult<string, Result>>,
  everyMs: number,
): () => Promise<IteratorResult<string, Result>> {
  if (everyMs <= 0) return next
  let pending: ReturnType<typeof next> | undefined
  return async () => {
    pending ??= next()
    let timer: ReturnType<typeof setTimeout> | undefined
    const beat = new Promise<IteratorResult<string, Result>>((resolve) => {
      timer = setTimeout(() => resolve({ done: false, value: comment }), everyMs)
    })
    const first = await Promise.race([pending.finally(() => clearTimeout(timer)), beat])
    if (first.done || first.value !== comment) pending = undefined
    return first
  }
}
