import type { HeldLock, LockRequest } from './lock-request.ts'
import type { TabChannel } from './tab-channel.ts'

/** How long pages have to say that they run a session, or are about to. */
const answerMs = 300

/** The sessions that this page runs: it does not hear itself. */
const heldHere = new WeakMap<TabChannel, Set<string>>()

/**
 * Without Web Locks (a page over plain http): whoever runs the session is asked to say so, and when nobody does this page runs it. Of two that ask at once the one of higher rank does. A page
 * that was too slow to hear of the other is refused by the later one's epoch when it writes, before it runs anything.
 */
export async function askAround(request: LockRequest): Promise<HeldLock | undefined> {
  const { sid, channel, isWaiting, signal } = request
  const held = heldHere.get(channel) ?? new Set<string>()
  heldHere.set(channel, held)
  for (;;) {
    const isAnswered = held.has(sid) || (await ask(request, Math.random()))
    signal?.throwIfAborted()
    if (!isAnswered && !held.has(sid)) break
    if (!isWaiting) return undefined
    // A holder answers at once; asking again as fast would keep both pages busy.
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    signal?.throwIfAborted()
  }
  held.add(sid)
  // Others may be asking right now, since before this page could answer them.
  channel.pong(sid)
  return { lost: new AbortController().signal, release: () => held.delete(sid) }
}

/** Whether another page runs the session, or is to. */
async function ask({ sid, channel }: LockRequest, rank: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = channel.listen(sid, (heard) => {
    if (heard.type === 'pong') resolve(true)
    if (heard.type === 'ping' && (heard.rank ?? 0) > rank) resolve(true)
  })
  channel.ping(sid, rank)
  const timer = setTimeout(() => resolve(false), answerMs)
  const isAnswered = await promise
  clearTimeout(timer)
  stop()
  return isAnswered
}
