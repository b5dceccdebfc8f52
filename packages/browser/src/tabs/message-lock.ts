import type { HeldLock, LockRequest } from './lock-request.ts'
import { answerMs, type TabChannel } from './tab-channel.ts'

/** The sessions that this page runs. A page does not receive its own messages. */
const heldHere = new WeakMap<TabChannel, Set<string>>()

/**
 * Acquires the lock where the browser has no Web Locks, as on a page over plain http. Asks the
 * other pages by messages if one of them runs the session, and takes the lock if none answers. If
 * two pages ask at once, the one of higher rank wins. A page may be too slow to hear of the other.
 * Then the epoch decides: the earlier page's next write is refused, before it runs anything.
 */
export async function lockByMessages(request: LockRequest): Promise<HeldLock | undefined> {
  const { sid, channel, isWaiting, signal } = request
  const held = heldHere.get(channel) ?? new Set<string>()
  heldHere.set(channel, held)
  for (;;) {
    const isHeld = held.has(sid) || (await isHeldElsewhere(request, Math.random()))
    signal?.throwIfAborted()
    if (!isHeld && !held.has(sid)) break
    if (!isWaiting) return undefined
    // A holder answers at once. Asking again without a pause would keep both pages busy.
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    signal?.throwIfAborted()
  }
  held.add(sid)
  // Other pages may have asked before this page could answer.
  channel.pong(sid)
  return { lost: new AbortController().signal, release: () => held.delete(sid) }
}

/** Whether another page runs the session, or is about to. */
async function isHeldElsewhere({ sid, channel }: LockRequest, rank: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = channel.listen(sid, (message) => {
    if (message.type === 'pong') resolve(true)
    if (message.type === 'ping' && (message.rank ?? 0) > rank) resolve(true)
  })
  channel.ping(sid, rank)
  const timer = setTimeout(() => resolve(false), answerMs)
  const isHeld = await promise
  clearTimeout(timer)
  stop()
  return isHeld
}
