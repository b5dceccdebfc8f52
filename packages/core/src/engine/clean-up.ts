import { describeThrown } from '../errors/describe-thrown.ts'
import type { RunCore } from './run-core.ts'

/** A call, or the body of a run of code, that deferred clean-ups. */
interface Deferring {
  readonly run: RunCore
  readonly tool: string
  readonly deferred: (() => unknown)[]
}

/**
 * Runs the deferred clean-ups one after another, the last one first, even if the run no longer
 * waits for them. Warns of one that throws, and goes on with the next.
 */
export async function cleanUp({ run, tool, deferred }: Deferring): Promise<void> {
  for (const cleanup of deferred.splice(0).reverse()) {
    try {
      await cleanup()
    } catch (thrown) {
      run.warn('defer_threw', `A clean-up of "${tool}" threw: ${describeThrown(thrown)}`, tool)
    }
  }
}
