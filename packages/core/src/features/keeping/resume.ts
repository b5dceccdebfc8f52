import type { CancelReason } from '../../cancellation.ts'
import {
  closeCall,
  type CommitAnswer,
  commitAtOnce,
  mayHaveBegun,
  OrderedAnswers,
} from '../../engine/calls.ts'
import { commitTogether, derivedTaint, takeTaint } from '../../engine/commit.ts'
import { answerKnown } from '../../engine/returned.ts'
import type { LoopRun } from '../../engine/run.ts'
import { Offers } from '../../engine/offers.ts'
import { toAsking } from '../../engine/run-tool.ts'
import { describeThrown } from '../../errors/agent-error.ts'
import { toMessage } from '../../messages/history.ts'
import {
  type AssistantMessage,
  type AssistantToolCall,
  type Draft,
  type Message,
  openCalls,
  type ToolMessage,
} from '../../messages/message.ts'
import { convertedOf, toPrompt } from '../../model/prompt.ts'
import type { RunRestorer } from '../../session-port.ts'
import { Slices } from '../../slices.ts'
import type { Intent, RunCheckpoint } from '../../storage.ts'
import { optionsOf } from '../../tools/context.ts'
import type { AnyTool } from '../../tools/tool.ts'

// Every call that a page before this one left open gets exactly one answer: the stored or
// reconciled one, that it never started, or that its outcome is unknown.

const neverStarted: CancelReason = {
  kind: 'manual',
  code: 'not_started',
  message: 'the page ended before it was started',
}

const anotherPage: CancelReason = {
  kind: 'manual',
  code: 'not_started',
  message:
    'the page ended before it ran, and now shows something else. Look at it before you call it again',
}

const outcomeUnknown: CancelReason = {
  kind: 'manual',
  code: 'outcome_unknown',
  message: 'the page ended',
}

/**
 * Restores a run that was cut short. Its usage and charges count again against its own limits, not
 * against budgets. `resume` of their tools settles the calls that were started. The loop then
 * continues with the calls that never started. If the page is another one for one of them, none of
 * them runs, and the loop continues with the next model call.
 */
async function resumeRun(
  run: LoopRun,
  { usage, costUsd, charged, iterations, pages = {} }: RunCheckpoint,
  intents: ReadonlyMap<string, Intent>,
): Promise<void> {
  run.usage = usage
  run.costUsd = costUsd
  Object.assign(run.charged, charged)
  const { tokens = 0, costUsd: cost = 0, ...others } = charged
  run.spending.restore({
    ...others,
    tokens: tokens + usage.totalTokens,
    costUsd: cost + (costUsd ?? 0),
  })
  const { history } = run.session
  const asking = pendingMessage(history.messages)
  if (asking) {
    run.messages.push(...history.messages.slice(history.messages.indexOf(asking)))
    takeTaint(run, asking)
  }
  const open = openCalls(history.messages)
  const answers = new OrderedAnswers(run, open)
  const last = Math.max(0, iterations - 1)
  for (const call of open) {
    const intent = intents.get(call.id)
    if (intent?.answer) await answers.restore(intent.answer)
    else if (intent) await settle(run, call, intent, last, answers.commit)
  }
  const left = open.filter(({ id }) => !answers.has(id))
  // A page that still loads shows something else than it did.
  const settled = left.length > 0 ? await run.page?.settled(run) : undefined
  // The calls that run again are for the page as it is read here.
  const offers = (run.offers = Offers.read(run.toolbox, run.config.redaction?.redact))
  if (settled) offers.settled(settled)
  const { commit } = answers
  const hasSubject = (call: AssistantToolCall): boolean =>
    offers.stamp(call).subject === call.subject
  // What was shown of a value that a tool edits is not known any more.
  const isSamePage = (call: AssistantToolCall): boolean =>
    !run.toolbox.find(call.name)?.tool.edits &&
    hasSubject(call) &&
    offers.hashOf(call) === pages[call.id]
  const isAnother = left.some((call) => !intents.has(call.id) && !isSamePage(call))
  for (const call of left) {
    // Without a subject, `resume` of its tool decides about a call that had begun.
    if (intents.has(call.id) ? hasSubject(call) : !isAnother) continue
    const reason = mayHaveBegun(run, call) ? outcomeUnknown : anotherPage
    await closeCall(run, { call, reason, commit })
  }
  for (const { name, subject: text } of open) offers.put(name, { text, binds: undefined })
  const pending = asking?.calls && openCalls(history.messages).length === 0 ? undefined : asking
  const iteration = pending ? last : iterations
  run.spending.restore({ iterations: iteration })
  run.resumed = { iteration, pending, waiting: answers.waiting }
}

/**
 * Answers a call that may have run, or leaves the call open so that it runs again. `call` is as in
 * the history. The intent has the call as it was started.
 */
async function settle(
  run: LoopRun,
  call: AssistantToolCall,
  intent: Intent,
  iteration: number,
  commit: CommitAnswer,
): Promise<void> {
  const registered = run.toolbox.find(intent.call.name)
  const own = registered && optionsOf(registered.tool, intent.call.arguments)
  const found = await reconcile(run, own, intent)
  if (found) {
    const outcome = { callId: call.id, result: found.result }
    const { kept } = await answerKnown(run, { call, outcome, iteration, commit })
    await kept
    return
  }
  // A tool that is off now cannot run again, and must not answer that it did nothing.
  const isOff = !registered || !run.toolbox.isOn(registered).enabled
  const isUnknown = isOff || found === null || (!own?.reconcile && own?.onResume === 'never')
  if (isUnknown) {
    await closeCall(run, { call, reason: outcomeUnknown, began: true, commit })
  }
}

/**
 * Asks the tool for the outcome of a call. Resolves with undefined if there is none, and with null
 * if the tool cannot say.
 */
async function reconcile(
  run: LoopRun,
  tool: Pick<AnyTool, 'reconcile'> | undefined,
  { call, key }: Intent,
): Promise<{ readonly result: unknown } | undefined | null> {
  if (!tool?.reconcile) return undefined
  try {
    const asking = tool.reconcile({ ...call, idempotencyKey: key })
    return (await run.cancellation.race(asking)) || undefined
  } catch (thrown) {
    run.throwIfEnding()
    run.warn(
      'reconcile_threw',
      `\`resume.reconcile\` of "${call.name}" threw, so nobody knows if the call ran: ${describeThrown(thrown)}`,
    )
    return null
  }
}

/**
 * Answers the calls that a run left open when it was cut short, so that a new turn can begin. Then
 * tells the calls of a page that is gone.
 */
async function closeInterrupted(run: LoopRun): Promise<void> {
  const isCut = run.journal?.isCut ?? false
  for (let call = cutCall(run, isCut); call; call = cutCall(run, isCut)) await close(run, call)
  await tellAllLost(run)
}

/**
 * Returns the first open call that a run left when it was cut short. The history is read anew: the
 * session may have been left. Other open calls were returned to their caller, who may answer them.
 */
const cutCall = ({ session, journal }: LoopRun, isCut: boolean): AssistantToolCall | undefined =>
  openCalls(session.history.messages).find(({ id }) => isCut || journal?.intents.has(id))

/**
 * Answers the next call that was left open, or tells the next call of a page that is gone. Returns
 * undefined if there is none.
 */
function answerNext(run: LoopRun): Promise<void> | undefined {
  const call = cutCall(run, run.journal?.isCut ?? false)
  if (call) return close(run, call)
  const lost = lostCall(run)
  return lost && tellLost(run, lost)
}

/** Gives a call its stored answer. Without one, answers the call as `interrupted`. */
async function close(run: LoopRun, call: AssistantToolCall): Promise<void> {
  const intent = run.journal?.intents.get(call.id)
  await answerStored(
    run,
    call,
    intent?.answer,
    intent ? outcomeUnknown : neverStarted,
    commitAtOnce(run),
  )
}

async function answerStored(
  run: LoopRun,
  call: AssistantToolCall,
  answer: ToolMessage | undefined,
  reason: CancelReason,
  commit: CommitAnswer,
): Promise<void> {
  if (!answer) {
    await closeCall(run, { call, reason, began: reason === outcomeUnknown, commit })
    return
  }
  const { message, kept } = commit(answer)
  run.reportMessages([message])
  await kept
}

/** Tells every lost call of the page, unless calls are open. */
async function tellAllLost(run: LoopRun): Promise<void> {
  for (let lost = lostCall(run); lost; lost = lostCall(run)) await tellLost(run, lost)
}

/**
 * Returns the first call of the page that a page before this one started, and of which the history
 * has nothing. Returns undefined while calls are open, because no message may come between them and
 * their answers.
 */
function lostCall({ session, journal }: LoopRun): Intent | undefined {
  const { history, notes = [] } = session
  if (openCalls(history.messages).length > 0) return undefined
  const isTold = (callId: string): boolean =>
    history.has(callId) || notes.some(({ id }) => id === callId)
  const intents = [...(journal?.intents.values() ?? [])]
  return intents.find(({ call, source }) => source !== undefined && !isTold(call.id))
}

/**
 * Commits a lost call of the page and its stored answer. Without one, the answer is `interrupted`.
 * Both are in the history when this returns.
 */
async function tellLost(run: LoopRun, { call, answer, startedAt, taint }: Intent): Promise<void> {
  const asking: Draft<AssistantMessage> = {
    ...toAsking(run, call, startedAt),
    ...derivedTaint({ taint }),
  }
  const asked = toMessage<AssistantMessage>(asking, run.session.history.head)
  run.reportMessages([asked])
  await answerStored(run, call, answer, outcomeUnknown, (draft) => ({
    message: toMessage<ToolMessage>(draft, asked.id),
    kept: commitTogether(run, [asking, draft]),
  }))
}

/** The number of messages that are converted at once: few enough for one slice. */
const atOnce = 200

/**
 * Converts a long history to a model's prompt in slices, between which the page has its turn. The
 * next request then takes it as it is.
 */
async function preparePrompt(messages: readonly Message[]): Promise<void> {
  const slices = new Slices()
  for (let end = convertedOf(messages) + atOnce; end < messages.length; end += atOnce) {
    toPrompt(messages.slice(0, end))
    const pause = slices.pause()
    if (pause) await pause
  }
}

/** What a run does about the calls of a page before this one. It is part of the engine's chunk. */
export const restorer: RunRestorer = {
  prepare: preparePrompt,
  resume: resumeRun,
  close: closeInterrupted,
  answerNext,
  tellLost: tellAllLost,
}

/**
 * Returns the last message of the model if a run was cut short after it. Then it is the last
 * message of all, or some of its calls have no answer.
 */
function pendingMessage(messages: readonly Message[]): AssistantMessage | undefined {
  const last = messages.findLast((message) => message.role === 'assistant')
  if (last?.role !== 'assistant' || last.finishReason === undefined) return undefined
  const isLast = messages.at(-1) === last
  return isLast || openCalls(messages).length > 0 ? last : undefined
}
