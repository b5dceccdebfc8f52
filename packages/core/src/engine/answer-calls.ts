import type { CancelReason } from '../cancel-reason.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import { answerCall, closeCall, runEnded } from './answer-call.ts'
import { type OrderedAnswers, commitAtOnce } from './ordered-answers.ts'
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
  const iteration = Math.max(0, run.iterations.length - 1)
  for (const call of openCalls(run.messages)) {
    await closeCall(run, { call, iteration, reason, status, commit: commitAtOnce(run) })
  }
}

/** The number of equal calls in a row, by the tool and arguments of the last call. */
export type CallCounts = Map<string, number>

/**
 * Answers the calls of one message, one after another. With `toolParallelism: 'parallel'`, several
 * calls run at once. They start in order, and each is told of when it ends. Their answers enter the
 * history in the order of the calls. Resolves with true if every call was silent. Rejects with the
 * error that ends the run: the calls that run are cancelled at once, and the others are closed.
 */
export async function answerCalls(
  run: LoopRun,
  calls: readonly AssistantToolCall[],
  iteration: number,
  counts: CallCounts,
  answers: OrderedAnswers,
  beforeCall: (call: AssistantToolCall) => Promise<void>,
): Promise<boolean> {
  const { toolParallelism, toolConcurrency } = run.config
  const atOnce = toolParallelism === 'parallel' ? toolConcurrency : 1
  const batch = run.cancellation.child()
  const open = calls.filter(({ id }) => !answers.has(id))
  const begun = new Set<string>()
  let silent = open.length === calls.length
  let starting: Promise<unknown> = Promise.resolve()
  const cancelIfEnding = (): void => {
    if (run.fatal) batch.cancel({ kind: 'sibling_failed', message: 'another call ended the run' })
  }
  /** Resolves with the next call when all calls before it have started. */
  const takeNext = async (): Promise<AssistantToolCall | undefined> => {
    if (!isGoing(run, batch)) return undefined
    const call = open[begun.size]
    if (!call) return undefined
    countIdentical(run, call, counts)
    if (isGoing(run, batch)) await beforeCall(call)
    if (!isGoing(run, batch)) return undefined
    begun.add(call.id)
    return call
  }
  const work = async (): Promise<void> => {
    for (;;) {
      const taking = starting.then(takeNext)
      starting = taking
      const call = await taking
      cancelIfEnding()
      if (!call) return
      const { silent: isSilent, kept } = await answerCall(
        run,
        call,
        iteration,
        batch,
        answers.commit,
      )
      silent &&= isSilent
      cancelIfEnding()
      await kept
      cancelIfEnding()
    }
  }
  await Promise.all(
    Array.from({ length: Math.min(atOnce, open.length) }, () =>
      work().catch((thrown: unknown) => {
        run.fail(thrown)
        cancelIfEnding()
      }),
    ),
  )
  batch.dispose()
  for (const call of open) {
    if (answers.has(call.id)) continue
    const reason = run.cancellation.reason ?? runEnded
    const { commit } = answers
    await closeCall(run, { call, iteration, reason, status: 'cancelled', commit })
  }
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
  // Another call ends the row.
  counts.clear()
  counts.set(key, spent)
  if (spent <= limit) return
  run.fail(
    new BudgetExceededError({
      budgetKey: 'identicalCalls',
      limit,
      spent,
      attempted: 1,
      unit: 'calls',
      reason: `"${call.name}" was called ${spent} times in a row with equal arguments`,
    }),
  )
}
