import { costOf } from '../budget/rates.ts'
import { estimateTokens } from '../model/to-usage.ts'
import type { CancelReason } from '../cancel-reason.ts'
import { BudgetExceededError } from '../errors/limit-errors.ts'
import type { AssistantMessage } from '../messages/message.ts'
import { runEnded } from './answer-call.ts'
import { answerCalls, type CallCounts, closeOpenCalls } from './answer-calls.ts'
import { openCalls } from '../messages/open-calls.ts'
import { commitNotes } from './commit.ts'
import { finishAnswer } from './finish-answer.ts'
import { callModel } from './model-call.ts'
import type { LoopRun } from './run-core.ts'
import { scopesAwaited, settle, type SettleInput, type Settler } from './settle.ts'
import { asksForAnswer, commitIncoming, type Steering } from './steering.ts'

/** The page around a loop, and the messages that join its run. */
export interface LoopInput extends SettleInput {
  readonly steering: Steering
}

/** The end of a loop. */
export interface LoopEnd {
  readonly status: 'completed' | 'stopped'
  readonly message: AssistantMessage
  /** The answer as parsed by `output`. */
  readonly data?: unknown
}

/**
 * Runs the agent loop. Each iteration calls the model with what the page offers now, commits its
 * message, runs its calls, and waits for hooks and the page. The loop ends when the model asks for
 * nothing more, or when a hook stops it. The history is closed however the loop ends.
 */
export async function runLoop(run: LoopRun, given: LoopInput): Promise<LoopEnd> {
  const input = run.config.settle ? given : { ...given, settlers: nobody }
  const counts: CallCounts = new Map()
  let repairs = 0
  input.steering.isLooping = true
  try {
    let pending = run.resumed?.pending
    for (let iteration = run.resumed?.iteration ?? 0; ; iteration++) {
      admit(run, iteration)
      // The calls of a resumed run are answered before any other message.
      if (!pending) await commitIncoming(run, input.steering)
      if (!pending && run.session.notes?.length) await commitNotes(run)
      for (const settler of input.settlers) settler.baseline()
      const message = pending ?? (await callModel(run, iteration))
      pending = undefined
      const awaited = scopesAwaited(run, message)
      const goesOn = await answer(run, input, message, iteration, counts)
      if (await isStopped(run, message, iteration)) return { status: 'stopped', message }
      if (!goesOn && !input.steering.waiting.some(asksForAnswer)) {
        const { isRepairing, data } = await finishAnswer(run, message, repairs++)
        if (!isRepairing) return { status: 'completed', message, data }
      }
      if (input.settlers.size > 0 || awaited) await settle(run, input, message, iteration, awaited)
    }
  } finally {
    const last = run.messages.findLast((message) => message.role === 'assistant')
    const cut = last?.role === 'assistant' && last.finishReason === undefined
    await closeOpenCalls(
      run,
      run.cancellation.reason ?? runEnded,
      cut ? 'interrupted' : 'cancelled',
    )
    input.steering.isOpen = false
    await commitIncoming(run, input.steering)
  }
}

const nobody: ReadonlySet<Settler> = new Set()

/** Throws `BudgetExceededError` if no limit or budget allows another model call. */
function admit(run: LoopRun, iteration: number): void {
  run.throwIfEnding()
  const { limits, rates, model } = run.config
  if (iteration >= limits.iterations) {
    const { iterations: limit } = limits
    const spent = limit + 1
    throw new BudgetExceededError({
      budgetKey: 'iterations',
      limit,
      spent,
      attempted: 1,
      unit: 'iterations',
    })
  }
  // Tool output is not billed yet, because it becomes part of the next prompt.
  const pending = run.messages.slice(
    run.messages.findLastIndex(({ role }) => role === 'assistant') + 1,
  )
  const promptTokens = estimateTokens(
    pending.reduce(
      (sum, message) => sum + (message.role === 'tool' ? message.content.length : 0),
      0,
    ),
  )
  const usage = { promptTokens, completionTokens: 0, totalTokens: promptTokens }
  const rate = rates[model.modelId]
  run.spending.admitModelCall({ tokens: promptTokens, costUsd: rate ? costOf(usage, rate) : 0 })
}

/** Answers the calls of a message. Resolves with true if the model must be called again. */
async function answer(
  run: LoopRun,
  { settlers }: LoopInput,
  message: AssistantMessage,
  iteration: number,
  counts: CallCounts,
): Promise<boolean> {
  const { calls = [], finishReason } = message
  // In a resumed run, some of the calls are answered already.
  const open = run.resumed?.pending === message ? openCalls(run.messages) : calls
  if (open.length === 0) return false
  // With any other finish reason, the calls may be incomplete.
  if (finishReason !== 'tool_calls' && finishReason !== 'stop') {
    await closeOpenCalls(run, unfinished(finishReason), 'interrupted')
    return false
  }
  if (run.config.toolMode === 'return') {
    await closeOpenCalls(run, returned, 'cancelled')
    return false
  }
  const beforeTool = async (): Promise<void> => {
    for (const settler of settlers) {
      // A cancel ends the wait for a settler, and the failure of a settler stops no tool.
      await run.cancellation.race(settler.beforeTool()).catch(() => undefined)
    }
  }
  return !(await answerCalls(run, open, iteration, counts, beforeTool))
}

const unfinished = (finishReason: string | undefined): CancelReason => ({
  kind: 'manual',
  message: `the model's message ended early (${finishReason}), so the call may not be whole`,
})

const returned: CancelReason = {
  kind: 'manual',
  message: 'calls are returned to the caller in this run, not run',
}

async function isStopped(
  run: LoopRun,
  message: AssistantMessage,
  iteration: number,
): Promise<boolean> {
  let stopped = false
  for (const hook of run.hooks.of('onIterationEnd')) {
    const at = { run: run.context, iteration, message, usage: run.usage }
    const asked = await run.cancellation.race(hook(at))
    stopped ||= asked?.stop === true
  }
  run.throwIfEnding()
  return stopped
}
