import type { AssemblerEvents } from '../../response/response-assembler.ts'
import type { ExtraContext } from '../run/extras.ts'
import type { LoopRun } from '../run/run-core.ts'
import { sendRequest } from './send-request.ts'

const unheard = (): void => undefined
const unseen: AssemblerEvents = { onDelta: unheard, onUnknownPart: unheard }

/** What an optional feature is given of the run. Its model calls are counted, and seen by nobody. */
export function toExtraContext(run: LoopRun, iteration: number): ExtraContext {
  return {
    run: run.context,
    model: run.config.model,
    signal: run.cancellation.signal,
    ask: async (request, model) => {
      run.spending.admitModelCall({ tokens: 0, costUsd: 0 })
      const outcome = await sendRequest(run, { iteration, request, model, events: unseen })
      if (outcome.error) throw outcome.error
      run.throwIfEnding()
      run.spending.requireWithin()
      return outcome.response.content
    },
  }
}
