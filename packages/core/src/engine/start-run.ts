import type { ChatInput } from '../values/content.ts'
import { noUsage } from '../values/usage.ts'
import { loadLoop } from './load-loop.ts'
import type * as runBodies from './run-bodies.ts'
import type { RunHead } from './run-head.ts'

/**
 * Starts a run: for its observers at once, and in earnest as soon as the loop is there. With `always` a cancel waits for the loop too, which
 * then tells what the run came to.
 */
export async function startRun<T>(
  head: RunHead,
  input: ChatInput | undefined,
  run: (bodies: typeof runBodies) => Promise<T>,
  always = false,
): Promise<T> {
  head.start(input)
  return run(loadLoop.loaded ?? (await loadFor(head, always)))
}

/** The loop; a run that ends before it comes is told to have ended. */
async function loadFor(head: RunHead, always: boolean): Promise<typeof runBodies> {
  const { cancellation, log } = head
  try {
    return await (always ? loadLoop() : cancellation.race(loadLoop()))
  } catch (error) {
    const { reason } = cancellation
    cancellation.dispose()
    head.status = reason ? 'cancelled' : 'failed'
    if (reason) log.emit('cancelled', { reason, usage: noUsage })
    else log.emit('failed', { error, usage: noUsage })
    throw error
  }
}
