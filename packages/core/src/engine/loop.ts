// The reasons: decisions/0103.
import { estimateTokens } from '@ambit/protocol'
import type { CancelReason } from '../cancellation.ts'
import { AgentError } from '../errors/agent-error.ts'
import { BudgetExceededError } from '../errors/limit-errors.ts'
import { ModelError } from '../errors/model-error.ts'
import { type Branch, branchOff, closeHistory, goOn, isForeign } from '../messages/branches.ts'
import { toContent } from '../messages/content.ts'
import { moveHead } from '../messages/history.ts'
import {
  type AssistantMessage,
  type AssistantToolCall,
  type ChatInput,
  type Draft,
  type Message,
  openCalls,
  type ToolMessage,
  toUserMessage,
  type UserContent,
  type UserMessage,
} from '../messages/message.ts'
import { type MessageInput, toMessages } from '../messages/read.ts'
import type { CallResult } from '../options.ts'
import { costOf } from '../model/cost.ts'
import { isChosen } from '../model/local-model.ts'
import type { RunResult } from '../run.ts'
import { answerCalls, type CallCounts, closeOpenCalls, OrderedAnswers, runEnded } from './calls.ts'
import { commit, commitNotes, commitTogether, takeTaint } from './commit.ts'
import { callModel } from './exchange.ts'
import { acceptInput, checkTurn, refusalOfInput, rewrites } from './input.ts'
import { answerReturned, closeReturned } from './returned.ts'
import { refuseModalities } from './refused-parts.ts'
import { warnOfPolicy, warnOfTools } from './run-config.ts'
import type { LoopRun, RunOutcome } from './run.ts'
import { type ChatCalls, type FinishedAnswer, tellRefused } from './seams.ts'

/** One turn: the message of the user, and the place in the history where the turn begins. */
export interface Turn extends LoopInput {
  /** The message of the user; undefined if the run continues from the history. */
  readonly input: ChatInput | undefined
  /** The id that the message gets. Default: a new one. */
  readonly messageId?: string | undefined
  /** True while plug-ins have to pass the message; false once they have passed it. */
  readonly isHeld?: boolean | undefined
  /** Resolves with true if they have passed it while it waited for its turn. Never rejects. */
  readonly checking?: Promise<boolean> | undefined
  /** The error of an input that is not a message. It ends the run. */
  readonly fault: AgentError | undefined
  /** The messages to start from, for a session that has none. */
  readonly history?: readonly MessageInput[] | undefined
  /** The results of the calls that the last run returned. */
  readonly results?: readonly CallResult[] | undefined
  /** The place where the run begins. Default: the head of the history. */
  readonly branch?: Branch | undefined
  /** Removes the message from the queue; undefined apart from the session. */
  readonly leaveQueue?: (() => void) | undefined
}

/** Runs one turn of `chat` or `execute`: commits the message of the user, then runs the loop. */
export async function runTurn(run: LoopRun, turn: Turn): Promise<RunOutcome<RunResult>> {
  const { input, fault, history, branch, results, leaveQueue } = turn
  if (fault) throw fault
  if (run.config.approval.names.length > 0) warnOfPolicy(run)
  warnOfTools(run)
  if (history) {
    const before = toMessages(history, 'history', null, run.ports)
    const isWaiting = results !== undefined
    run.session.history.load(closeHistory(before, run.ports.clock.now(), isWaiting))
  }
  const read = typeof input === 'object' ? toContent(input) : input
  // The input is read before the history changes, so that a failed read leaves nothing behind.
  const content = read instanceof Promise ? await run.cancellation.race(read) : read
  if (results !== undefined) await answerReturned(run, results)
  else if (!branch && !run.resumed && openCalls(run.session.history.messages).length > 0) {
    await closeReturned(run)
  }
  const { head, messages } = run.session.history
  const isUntrusted = branch && isForeign(run.session.history, branch)
  if (branch) branchOff(run.session.history, branch)
  else if (content === undefined && !run.resumed?.pending) goOn(run.session.history)
  const isAgain = content === undefined && results === undefined && !run.resumed
  const checks = run.plugins.of('input')
  try {
    if (branch) refuseAgain(run, branch, messages)
    if (checks.length > 0) await checkTurn(run, { content, isAgain, turn })
  } catch (error) {
    // A turn that is refused leaves the path as it was, if all of it is still there.
    if (head === null || run.session.history.has(head)) moveHead(run.session.history, head)
    throw error
  }
  if (content !== undefined) {
    const draft = toUserMessage(content, isUntrusted, run.ports, turn.messageId)
    leaveQueue?.()
    const message = await commit<UserMessage>(run, draft)
    if (checks.length > 0) acceptInput(run, [message])
    run.reportMessages([message])
    if (typeof content !== 'string') await refuseModalities(run, message)
  }
  // Mostly there is no other branch.
  const { size, messages: path } = run.session.history
  const hasOthers = size > path.length
  const note = hasOthers ? run.undos?.noteOfOthers(run) : undefined
  if (note) (run.session.notes ??= []).push(note)
  const end = await runLoop(run, turn)
  const result = toRunResult(run, end)
  return { status: end.status, value: result, result }
}

/**
 * Throws `AgentError` if a message is to be answered again, and calls that followed it took effect:
 * the model could do the same once more. `old` is the path from before the branch.
 */
function refuseAgain(run: LoopRun, { kind, again, before }: Branch, old: readonly Message[]): void {
  if (kind === 'edit' || again) return
  const { history } = run.session
  const path = new Set(history.messages)
  // The user who stops a call by asking again knows of it. The note tells the model.
  const isStoppedBy = (message: Message): boolean =>
    message.role === 'tool' && message.status !== 'ok' && before?.includes(message) === false
  const left = old.filter((message) => !path.has(message) && !isStoppedBy(message))
  const calls = run.undos?.inEffect(history, left) ?? []
  if (calls.length === 0) return
  const names = calls.map(({ id, name }) => `"${name}" (${id})`).join(', ')
  throw new AgentError(
    `The message has an answer whose calls took effect, or may have: ${names}. Another answer may do the same once more. Undo them first with \`undo\`, or give \`again: true\`.`,
  )
}

/** The messages that join the run of a loop, and the observer of its waits. */
interface LoopInput {
  readonly steering: Steering
  /** The turns of the calls; undefined apart from the open session, where no other calls run. */
  readonly turns?: ChatCalls | undefined
  /** Takes note that plug-ins have passed a message; undefined apart from the open session. */
  readonly pass?: ((id: string) => void) | undefined
}

/** The end of a loop. */
interface LoopEnd {
  readonly status: 'completed' | 'stopped'
  readonly message: AssistantMessage
  /** The answer as parsed by `output`. */
  readonly data?: unknown
}

/**
 * Runs the agent loop. Each iteration calls the model with what the page offers now, commits its
 * message, runs its calls, and waits for the page. The loop ends when the model asks for nothing
 * more, or when `run.stop()` was called. The history is closed however the loop ends.
 */
async function runLoop(run: LoopRun, input: LoopInput): Promise<LoopEnd> {
  const { page } = run
  const counts: CallCounts = new Map()
  let repairs = 0
  let isReturning = false
  input.steering.check = (incoming, result) =>
    new Promise((resolve, refuse) => {
      const over = checkIncoming(run, input, incoming)
      input.steering.unchecked.set(incoming, { refuse, over })
      result.then(resolve, refuse)
    })
  input.steering.isClosed = run.plugins.all.some(rewrites)
  input.steering.isLooping = input.steering.isOpen = true
  try {
    let pending = run.resumed?.pending
    for (let iteration = run.resumed?.iteration ?? 0; ; iteration++) {
      run.iteration = iteration
      admit(run, iteration)
      // The calls of a resumed run are answered before any other message.
      if (!pending && input.steering.waiting.length > 0) await commitIncoming(run, input.steering)
      if (!pending && run.session.notes?.length) await commitNotes(run)
      if (!pending && run.journal) await run.journal.tellLost()
      // A call of the page may have ended since the last iteration.
      const caughtUp = page?.catchUp(run, { iteration })
      if (caughtUp) await caughtUp
      page?.baseline(run)
      const message = pending ?? (await callModel(run, iteration))
      pending = undefined
      takeTaint(run, message)
      const goesOn = await answer(run, message, iteration, counts, input.turns)
      run.throwIfEnding()
      if (run.isStopping) {
        isReturning = run.config.calls.mode === 'return'
        return { status: 'stopped', message }
      }
      // A steered message that is refused must not make the loop go on.
      if (!goesOn) await guardIncoming(input.steering)
      if (!goesOn && !input.steering.waiting.some(asksForAnswer)) {
        const { isRepairing, data } = await finishAnswer(run, message, repairs++)
        isReturning = !isRepairing && run.config.calls.mode === 'return'
        if (!isRepairing) return { status: 'completed', message, data }
      }
      // A user goes on in place of the caller that was to answer the calls.
      if (run.config.calls.mode === 'return') await closeOpenCalls(run, passedOver)
      const settled = message.calls?.length ? page?.settle(run, { iteration }) : undefined
      if (settled) await settled
    }
  } finally {
    const last = run.messages.findLast((message) => message.role === 'assistant')
    const cut = last?.role === 'assistant' && last.finishReason === undefined
    // Calls that are returned stay open for the caller's results.
    if (!isReturning || input.steering.waiting.length > 0) {
      await closeOpenCalls(run, run.cancellation.reason ?? (cut ? unfinished() : runEnded))
    }
    input.steering.isOpen = false
    await commitIncoming(run, input.steering)
  }
}

/** The most model calls of a run whose own limits say nothing of them. */
const ownIterations = 10

/** Throws `BudgetExceededError` if no limit or budget allows another model call. */
function admit(run: LoopRun, iteration: number): void {
  run.throwIfEnding()
  const { limits, prices, model } = run.config
  if (limits.iterations === undefined && iteration >= ownIterations) {
    throw new BudgetExceededError({
      budgetKey: 'iterations',
      limit: ownIterations,
      spent: ownIterations,
      attempted: 1,
      unit: 'iterations',
    })
  }
  run.spending.charge({ iterations: 1 })
  if (!run.spending.countsModel) return
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
  const price = isChosen(model) ? undefined : prices[model.modelId]
  run.spending.requireLeft({
    tokens: promptTokens,
    costUsd: price ? costOf(usage, price) : 0,
  })
}

/** Answers the calls of a message. Resolves with true if the model must be called again. */
async function answer(
  run: LoopRun,
  message: AssistantMessage,
  iteration: number,
  counts: CallCounts,
  turns: ChatCalls | undefined,
): Promise<boolean> {
  const { calls = [], finishReason } = message
  // In a resumed run, some of the calls are answered already.
  const open = run.resumed?.pending === message ? openCalls(run.messages) : calls
  if (open.length === 0) return false
  // With any other finish reason, the calls may be incomplete.
  if (finishReason !== 'tool_calls' && finishReason !== 'stop') {
    await closeOpenCalls(run, unfinished(finishReason))
    throw cutShort(finishReason)
  }
  const { page, config, resumed } = run
  if (config.calls.mode === 'return') return false
  const isSerial = config.calls.order === 'serial'
  // Calls in parallel start together, so they wait only for what was changed before all of them.
  if (!isSerial) await page?.catchUp(run, { iteration, beforeCallId: open[0]?.id })
  const beforeCall = ({ id: beforeCallId }: AssistantToolCall): Promise<void> | undefined =>
    isSerial ? page?.beforeCall(run, { iteration, beforeCallId }) : page?.beforeTool(run)
  const isResumed = resumed?.pending === message
  const waiting = isResumed ? resumed.waiting : undefined
  const answers = new OrderedAnswers(run, open, waiting)
  const work = () => answerCalls(run, open, iteration, counts, answers, beforeCall)
  // A chat inside a call from outside has the turn of that call.
  return !(await (turns && !run.around ? turns.ofChat(run, work) : work()))
}

/** The reason for closing a call that was to be returned, when a user says something first. */
const passedOver: CancelReason = {
  kind: 'manual',
  message: 'the user said something before the application had the call',
}

/** The reason for closing a call of a message that did not end properly. */
const unfinished = (finishReason = 'cut off'): CancelReason => ({
  kind: 'manual',
  code: 'cut',
  message: `the model's message ended early (${finishReason}), so the call may not be whole`,
})

/** Returns the error of a run whose model ended its message before its calls were whole. */
const cutShort = (finishReason: string | undefined): ModelError =>
  new ModelError(
    `The model's message ended early (${finishReason}), so its calls were not run. Try again, or allow longer answers.`,
    { kind: 'stream_cut', isRetryable: true },
  )

/** Reads the answer that may end the run. */
async function finishAnswer(
  run: LoopRun,
  message: AssistantMessage,
  repairs: number,
): Promise<FinishedAnswer> {
  for (const { request } of run.features) {
    if (request?.answer) return request.answer(run, message, repairs)
  }
  return { isRepairing: false }
}

/**
 * A message that joins a running chat. The content of a user's message is as it was given,
 * without blobs, because blobs must be read first.
 */
export type Incoming = Draft<AssistantMessage> | Draft<ToolMessage> | IncomingUser

/** A message of the user or of the application that joins a running chat. */
type IncomingUser = Omit<Draft<UserMessage>, 'content'> & { readonly content: ChatInput }

/** The check of a message that is to join a running chat. */
interface PendingCheck {
  /** Rejects the run of the message. */
  readonly refuse: (refused: Error) => void
  /** A promise that resolves at the end of the check. */
  readonly over: Promise<unknown>
}

/** The messages that join a running chat after its current iteration. */
export interface Steering {
  /** True while the run accepts messages. */
  isOpen: boolean
  /** True if no message may join, because plug-ins rewrite what is said before a run. */
  isClosed?: boolean
  /** True once the run is in its loop, and so is certain to commit what waits. */
  isLooping: boolean
  /** The messages to commit after the current iteration, in order. */
  readonly waiting: Incoming[]
  /** The messages of `waiting` that guardrails must accept first, each with its check. */
  readonly unchecked: Map<IncomingUser, PendingCheck>
  /**
   * Checks one of them. Settles as the run of the chat does, or rejects with the refusal. Absent
   * outside the loop.
   */
  check?: (incoming: IncomingUser, result: Promise<RunResult>) => Promise<RunResult>
  /** The messages of `waiting` that the queue shows, each with the function that removes it. */
  readonly shown: Map<Incoming, () => void>
}

/**
 * Whether the model must answer a message. A note of the application waits for the next request.
 */
const asksForAnswer = (incoming: Incoming): boolean =>
  incoming.role === 'user' && incoming.source !== 'app'

/**
 * Commits the messages that have joined the run since the last iteration, without those that
 * guardrails refuse.
 */
async function commitIncoming(run: LoopRun, steering: Steering): Promise<void> {
  const { waiting } = steering
  if (waiting.length === 0) return
  await guardIncoming(steering)
  const drafts = waiting.splice(0).map((incoming) => {
    leaveQueue(steering, incoming)
    if (incoming.role !== 'user') return incoming
    return { ...incoming, content: toContent(incoming.content) as UserContent }
  })
  const committed = await commitTogether(run, drafts)
  acceptInput(run, committed)
  run.reportMessages(committed)
}

/** Waits until the messages that are to join a run are checked. Never rejects. */
async function guardIncoming({ unchecked }: Steering): Promise<void> {
  // Messages that arrive during a check are checked too.
  for (const { over } of unchecked.values()) await over
}

/**
 * Checks a message of the user that is to join a run. A refused one is taken out, and the run goes
 * on. Never rejects.
 */
async function checkIncoming(
  run: LoopRun,
  { steering, pass }: LoopInput,
  incoming: IncomingUser,
): Promise<void> {
  const { waiting, unchecked } = steering
  const error = await refusalOfInput(run, toContent(incoming.content) as UserContent, run.context)
  const { refuse } = unchecked.get(incoming) ?? {}
  // The user may have taken it back meanwhile.
  if (!unchecked.delete(incoming)) return
  if (!error) return pass?.(incoming.id)
  waiting.splice(waiting.indexOf(incoming), 1)
  leaveQueue(steering, incoming)
  tellRefused(run, error)
  refuse?.(error)
}

function leaveQueue({ shown }: Steering, incoming: Incoming): void {
  shown.get(incoming)?.()
  shown.delete(incoming)
}

/** Returns the result of a run, from the end of its loop or from the error that ended it. */
export function toRunResult(
  run: LoopRun,
  end: Omit<LoopEnd, 'message'> | { error: Error },
): RunResult {
  const { config, usage, costUsd, messages, startedAt, ports } = run
  const last = messages.findLast(
    (message): message is AssistantMessage =>
      message.role === 'assistant' && message.source !== 'ui',
  )
  const failed = 'error' in end
  // The status of a failed run is set already. Without an error, the status is set later, from the
  // end of the loop, so a plug-in gets it from here.
  const status = failed ? (run.status as RunResult['status']) : end.status
  return {
    runId: run.id,
    content: run.content,
    finishReason: last?.finishReason ?? 'other',
    status,
    usage,
    ...(costUsd !== undefined && { costUsd }),
    ...(config.calls.mode === 'return' && { calls: openCalls(messages) }),
    artifacts: [...run.artifacts.values()],
    messages: Object.freeze([...messages]),
    report: { ...run.report, status },
    trace: run.trace,
    model: run.modelId ?? config.model.modelId,
    durationMs: (run.endedAt ?? ports.clock.now()) - startedAt,
    createdAt: startedAt,
    ...(run.responseId !== undefined && { responseId: run.responseId }),
    ...(failed
      ? { error: end.error }
      : {
          ...(end.data !== undefined && { data: end.data }),
        }),
    ...(config.request.keepRaw && { raw: run.raw ?? [] }),
  }
}
