import { costOf } from '../budget/rates.ts'
import { estimateTokens } from '../wire/estimate-tokens.ts'
import type { CancelReason } from '../cancel-reason.ts'
import { BudgetExceededError } from '../errors/limit-errors.ts'
import type { AssistantMessage, AssistantToolCall } from '../messages/message.ts'
import { runEnded } from './answer-call.ts'
import { answerCalls, type CallCounts, closeOpenCalls } from './answer-calls.ts'
import { openCalls } from '../messages/open-calls.ts'
import type { CallTurns } from './call-turns.ts'
import { commitNotes } from './commit.ts'
import { finishAnswer } from './finish-answer.ts'
import { callModel } from './model-call.ts'
import { OrderedAnswers } from './ordered-answers.ts'
import { tellAllLost } from './page-calls.ts'
import { returned } from './returned-calls.ts'
import type { LoopRun } from './run-core.ts'
import { takeTaint } from './taint.ts'
import { asksForAnswer, commitIncoming, guardIncoming, type Steering } from './steering.ts'

/** The messages that join the run of a loop, and the observer of its waits. */
export interface LoopInput {
  readonly steering: Steering
  /** Called when the loop begins to wait for the page before a request. */
  readonly onSettling?: (() => void) | undefined
  /** The turns of the calls; undefined apart from the open session, where no other calls run. */
  readonly turns?: CallTurns | undefined
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
export async function runLoop(run: LoopRun, input: LoopInput): Promise<LoopEnd> {
  const { page } = run
  const counts: CallCounts = new Map()
  let repairs = 0
  let isReturning = false
  input.steering.isLooping = input.steering.isOpen = true
  try {
    let pending = run.resumed?.pending
    for (let iteration = run.resumed?.iteration ?? 0; ; iteration++) {
      admit(run, iteration)
      // The calls of a resumed run are answered before any other message.
      if (!pending) await commitIncoming(run, input.steering)
      if (!pending && run.session.notes?.length) await commitNotes(run)
      if (!pending && run.journal) await tellAllLost(run)
      // A call of the page may have ended since the last iteration.
      await page?.catchUp(run, { iteration })
      page?.baseline(run)
      const message = pending ?? (await callModel(run, iteration))
      pending = undefined
      takeTaint(run, message)
      const goesOn = await answer(run, message, iteration, counts, input.turns)
      if (await isStopped(run, message, iteration)) {
        isReturning = run.config.toolMode === 'return'
        return { status: 'stopped', message }
      }
      // A steered message that is refused must not make the loop go on.
      if (!goesOn) await guardIncoming(run, input.steering)
      if (!goesOn && !input.steering.waiting.some(asksForAnswer)) {
        const { isRepairing, data } = await finishAnswer(run, message, repairs++)
        isReturning = !isRepairing && run.config.toolMode === 'return'
        if (!isRepairing) return { status: 'completed', message, data }
      }
      // A person goes on in place of the caller that was to answer the calls.
      await closeOpenCalls(run, returned, 'cancelled')
      if (message.calls?.length) await page?.settle(run, { iteration }, input.onSettling)
    }
  } finally {
    const last = run.messages.findLast((message) => message.role === 'assistant')
    const cut = last?.role === 'assistant' && last.finishReason === undefined
    // Calls that are returned stay open for the caller's results.
    if (!isReturning || input.steering.waiting.length > 0) {
      await closeOpenCalls(
        run,
        run.cancellation.reason ?? runEnded,
        cut ? 'interrupted' : 'cancelled',
      )
    }
    input.steering.isOpen = false
    await commitIncoming(run, input.steering)
  }
}

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
  const promptTokens = Math.ceil(
    pending.reduce(
      (sum, message) => sum + (message.role === 'tool' ? estimateTokens(message.content) : 0),
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
  message: AssistantMessage,
  iteration: number,
  counts: CallCounts,
  turns: CallTurns | undefined,
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
  const { page, config, resumed } = run
  if (config.toolMode === 'return') return false
  const isSerial = config.toolParallelism === 'serial'
  // Calls in parallel start together, so they wait only for what was changed before all of them.
  if (!isSerial) await page?.catchUp(run, { iteration, beforeCallId: open[0]?.id })
  const beforeCall = async ({ id: beforeCallId }: AssistantToolCall): Promise<void> =>
    isSerial ? page?.beforeCall(run, { iteration, beforeCallId }) : page?.beforeTool(run)
  const waiting = resumed?.pending === message ? resumed.waiting : undefined
  const answers = new OrderedAnswers(run, open, waiting)
  const work = () => answerCalls(run, open, iteration, counts, answers, beforeCall)
  // A chat inside a call from outside has the turn of that call.
  return !(await (turns && !run.around ? turns.ofChat(run, work) : work()))
}

const unfinished = (finishReason: string | undefined): CancelReason => ({
  kind: 'manual',
  message: `the model's message ended early (${finishReason}), so the call may not be whole`,
})

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
