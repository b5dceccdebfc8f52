import { ToolDeniedError } from '../errors/tool-errors.ts'
import type { Outside } from '../state/outside.ts'
import type { MeantTool } from '../tools/meant-tool.ts'
import type { CallTurns } from './call-turns.ts'
import type { CallWork } from './call-work.ts'
import type { Executed } from './executor.ts'
import { executeMeant } from './meant-calls.ts'

const stopped = 'the person at the page has stopped callers from outside'

/**
 * Runs a call from outside as `executeCall` does, at its turn, once the page shows what the calls
 * before it changed. Rejects if the person has stopped such calls.
 */
export async function executeFromOutside(
  work: CallWork,
  turns: CallTurns,
  outside: Outside,
  meant?: MeantTool,
): Promise<Executed> {
  const { run, iteration, callId: beforeCallId } = work
  const waitForPage = async (): Promise<void> =>
    run.page?.beforeCall(run, { iteration, beforeCallId })
  // A call inside another one has the turn of that one.
  const turn = run.around ? undefined : turns.ofOutside(run, waitForPage)
  const unsubscribe = outside.subscribe(({ isStopped }) => {
    if (isStopped) run.cancel({ kind: 'user', tag: 'outside', message: stopped })
  })
  try {
    if (outside.getState().isStopped) throw new ToolDeniedError(work.tool, stopped)
    work.turn = turn
    await (turn ? turn.take() : waitForPage())
    return await executeMeant(work, meant)
  } finally {
    unsubscribe()
    turn?.leave()
  }
}
