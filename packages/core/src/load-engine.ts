import type * as engine from './engine/engine.ts'
import type { ChatInput } from './messages/content.ts'
import type { Queue } from './state/queue.ts'
import { endUnrun, type Unrun } from './unrun.ts'
import { type Loader, lazily } from './lazily.ts'

/**
 * Loads the engine, which is a chunk of its own. A page registers its tools and renders without the
 * engine. The option `preload` decides when the engine is fetched.
 */
export const loadEngine: Loader<typeof engine> = lazily(() => import('./engine/engine.ts'))

/**
 * Loads the engine for a run. The message of a chat waits in the queue and can be withdrawn. Ends
 * the run, and throws the reason, if it is cancelled or if the engine cannot be had. `keep` then
 * keeps the words of the person.
 */
export async function waitForEngine(
  run: Unrun,
  input: ChatInput | undefined,
  queue: Queue,
  keep: (() => void) | undefined,
): Promise<void> {
  const { head } = run
  let kept = keep
  const withdraw = (): void => {
    kept = undefined
    head.cancel({ kind: 'user' })
  }
  const isShown = keep !== undefined && input !== undefined
  const leave = isShown && queue.add({ runId: head.id, input, cancel: withdraw })
  try {
    await head.cancellation.race(loadEngine())
  } catch (error) {
    head.start(input)
    await endUnrun(run, error as Error, kept)
  } finally {
    if (leave) leave()
  }
}
