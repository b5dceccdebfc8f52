import type { HeldLock, LockRequest } from './lock-request.ts'

/** How long pages have to say that they run a session. */
const answerMs = 300

/**
 * Without Web Locks (a page over plain http): whoever runs the session is asked to say so, and when nobody does this page runs it. Two that ask at once both may; the later one's
 * epoch then refuses whatever the earlier one writes, before it runs anything.
 */
export async function askAround(request: LockRequest): Promise<HeldLock | undefined> {
  const { isWaiting, signal } = request
  while (await isAnswered(request)) {
    if (!isWaiting) return undefined
    signal?.throwIfAborted()
  }
  signal?.throwIfAborted()
  return { lost: new AbortController().signal, release: () => undefined }
}

async function isAnswered({ sid, channel }: LockRequest): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = channel.listen(sid, ({ type }) => {
    if (type === 'pong') resolve(true)
  })
  channel.ping(sid)
  const timer = setTimeout(() => resolve(false), answerMs)
  const isHeld = await promise
  clearTimeout(timer)
  stop()
  // A holder answers at once; asking again as fast would keep both pages busy.
  if (isHeld) await new Promise((resolve) => setTimeout(resolve, answerMs))
  return isHeld
}
