import type { CancelReason } from '../cancel-reason.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import { type Answer, type CommitAnswer, answerCall, closeCall } from './answer-call.ts'
import { commit } from './commit.ts'
import type { LoopRun } from './run-core.ts'
import { BudgetExceededError } from '../errors/limit-errors.ts'
import { canonicalJson } from '../json/json.ts'
import { openCalls } from '../messages/open-calls.ts'

/**
 * Answers every call of this run that has no answer yet, so that the history is closed however the
 * run ends.
 */
export async function closeOpenCalls(
  run: LoopRun,
  reason: CancelReason,
  status: 'cancelled' | 'interrupted',
): Promise<void> {
  for (const call of openCalls(run.messages)) {
    await closeCall(run, call, Math.max(0, run.iterations.length - 1), reason, status, (draft) =>
      commit(run, draft),
    )
  }
}

/** The number of calls, by tool and arguments. */
export type CallCounts = Map<string, number>

/**
 * Answers the calls of one message, one after another. With `toolParallelism: 'parallel'`, several
 * calls run at once, and their answers still follow the order of the calls. Resolves with true if
 * every call was silent. Rejects with the error that ends the run; the caller closes the calls that
 * are left.
 */
export async function answerCalls(
  run: LoopRun,
  calls: readonly AssistantToolCall[],
  iteration: number,
  counts: CallCounts,
  beforeCall: (call: AssistantToolCall) => Promise<void>,
): Promise<boolean> {
  const { toolParallelism, toolConcurrency } = run.config
  const atOnce = toolParallelism === 'parallel' ? toolConcurrency : 1
  const batch = run.cancellation.child()
  let silent = true
  let next = 0
  let committed: Promise<unknown> = Promise.resolve()
  const work = async (): Promise<void> => {
    for (let call = calls[next++]; call && isGoing(run, batch); call = calls[next++]) {
      countIdentical(run, call, counts)
      if (!isGoing(run, batch)) break
      await beforeCall(call)
      if (!isGoing(run, batch)) break
      // Answers are committed in the order of the calls, whichever call ends first.
      const turn = committed
      const inOrder: CommitAnswer = (draft) =>
        atOnce === 1 ? commit(run, draft) : turn.then(() => commit(run, draft))
      const answering = answerCall(run, call, iteration, batch, inOrder)
      committed = answering
      const answer: Answer = await answering
      silent &&= answer.silent
      if (run.fatal) batch.cancel({ kind: 'sibling_failed', message: 'another call ended the run' })
    }
  }
  if (atOnce === 1) await work()
  else await Promise.all(Array.from({ length: Math.min(atOnce, calls.length) }, work))
  batch.dispose()
  run.throwIfEnding()
  return silent
}

const isGoing = (run: LoopRun, batch: LoopRun['cancellation']): boolean =>
  !run.fatal && !batch.reason

function countIdentical(run: LoopRun, call: AssistantToolCall, counts: CallCounts): void {
  const limit = run.config.limits.identicalCalls
  if (limit === undefined) return
  const key = `${call.name} ${canonicalJson(call.raw ?? call.arguments)}`
  const spent = (counts.get(key) ?? 0) + 1
  counts.set(key, spent)
  if (spent <= limit) return
  run.fail(
    new BudgetExceededError({
      budgetKey: 'identicalCalls',
      limit,
      spent,
      attempted: 1,
      unit: 'calls',
      reason: `"${call.name}" was called ${spent} times with equal arguments`,
    }),
  )
}
