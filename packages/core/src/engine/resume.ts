import { startedBefore, takeStarted, tellChange } from '../approval/arguments.ts'
import type { CancelReason } from '../cancellation.ts'
import { AgentError, describeThrown, isThenable } from '../errors/agent-error.ts'
import { ToolHandlerError } from '../errors/errors.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import { moveHead, toMessage } from '../messages/history.ts'
import {
  type AssistantMessage,
  type AssistantToolCall,
  type Draft,
  type Message,
  openCalls,
  pendingMessage,
  type ToolMessage,
} from '../messages/message.ts'
import { findTaint } from '../messages/taint.ts'
import { noUsage } from '../model/usage.ts'
import type { CallResult } from '../options.ts'
import type { EnterSession, Entrance } from '../session-port.ts'
import type { Intent, RunCheckpoint } from '../storage.ts'
import { optionsOf } from '../tools/context.ts'
import type { AnyTool } from '../tools/tool.ts'
import { askResultHooks, type CallWork, type Executable } from './call.ts'
import {
  type Answer,
  answerCall,
  closeCall,
  type CommitAnswer,
  commitAtOnce,
  OrderedAnswers,
} from './calls.ts'
import { append, commitTogether, derivedTaint, keep, setTaint, takeTaint } from './commit.ts'
import { type Executed, noCharge, raceReturned } from './execute.ts'
import type { LoopRun } from './run.ts'

// Every call that a page before this one left open gets exactly one answer: the stored or
// reconciled one, that it never started, or that its outcome is unknown.

const neverStarted: CancelReason = {
  kind: 'manual',
  code: 'not_started',
  message: 'the page ended before it was started; it did not run',
}

const outcomeUnknown: CancelReason = {
  kind: 'manual',
  code: 'outcome_unknown',
  message:
    'the page ended while it ran, so its outcome is unknown: it may have taken effect. Check before doing it again',
}

/** The reason for closing a call that was returned to the caller. */
export const returned: CancelReason = {
  kind: 'manual',
  message: 'the application took the call and gave no result for it',
}

/**
 * Restores a run that was cut short. Its usage and charges count again against the limits.
 * `reconcile` or `onResume` of their tools settles the calls that were started. The loop then
 * continues with the calls that never started, or with the next model call.
 */
export async function resumeRun(
  run: LoopRun,
  { usage, costUsd, charged, iterations }: RunCheckpoint,
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
  const pending = asking?.calls && openCalls(history.messages).length === 0 ? undefined : asking
  run.resumed = { iteration: pending ? last : iterations, pending, waiting: answers.waiting }
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
  const tool = run.toolbox.find(intent.call.name)?.tool
  const own = tool && optionsOf(tool, intent.call.arguments)
  const found = await reconcile(run, own, intent)
  if (found) {
    const outcome = { callId: call.id, result: found.result }
    const { kept } = await answerKnown(run, { call, outcome, iteration, commit })
    await kept
    return
  }
  const isUnknown = !own || found === null || (!own.reconcile && own.onResume === 'fail')
  if (isUnknown) {
    await closeCall(run, { call, reason: outcomeUnknown, status: 'interrupted', commit })
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
      `\`reconcile\` of "${call.name}" threw, so nobody knows if the call ran. It is answered as interrupted: ${describeThrown(thrown)}`,
    )
    return null
  }
}

/**
 * Answers the calls that a run left open when it was cut short, so that a new turn can begin. Then
 * tells the calls of a page that is gone.
 */
export async function closeInterrupted(run: LoopRun): Promise<void> {
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
    await closeCall(run, { call, reason, status: 'interrupted', commit })
    return
  }
  const { message, kept } = commit(answer)
  run.unreported.push(message)
  await kept
}

/**
 * Commits messages of the page together, or gives them to a loop that writes the history. Resolves
 * with true if they are committed now. Without a loop, calls that a run left open when it was cut
 * short are answered first, because no message may come before their answers. Calls of a page that
 * is gone are told first too. Calls that wait for the results of their caller keep waiting: the
 * messages then follow with the next turn. `hold` stores messages that wait, and is called before
 * anything else can commit them.
 */
export async function commitAside(
  run: LoopRun,
  drafts: readonly Draft<Message>[],
  join: () => unknown,
  hold: () => Promise<unknown> | undefined = () => undefined,
): Promise<boolean> {
  const { session } = run
  // A loop can begin during each wait, so nothing waits between these checks and the commit.
  for (;;) {
    if (join()) {
      await hold()
      return false
    }
    const call = cutCall(run, run.journal?.isCut ?? false)
    const lost = lostCall(run)
    if (call) await close(run, call)
    else if (lost) await tellLost(run, lost)
    else break
  }
  if (openCalls(session.history.messages).length > 0) {
    ;(session.notes ??= []).push(...drafts)
    await hold()
    return false
  }
  await commitTogether(run, drafts)
  return true
}

/** Makes the message with which the page asks for a call. */
export const toAsking = (
  run: LoopRun,
  call: AssistantToolCall,
  createdAt: number,
): Draft<AssistantMessage> => ({
  id: run.ports.createId(),
  role: 'assistant',
  createdAt,
  calls: [call],
  finishReason: 'tool_calls',
  usage: noUsage,
  parts: [{ type: 'tool-call', id: call.id, name: call.name }],
  source: 'ui',
  ...derivedTaint(run),
})

/** Tells every lost call of the page, unless calls are open. */
export async function tellAllLost(run: LoopRun): Promise<void> {
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
  run.unreported.push(asked)
  await answerStored(run, call, answer, outcomeUnknown, (draft) => ({
    message: toMessage<ToolMessage>(draft, asked.id),
    kept: commitTogether(run, [asking, draft]),
  }))
}

/**
 * Answers the returned calls at the end of the history that got no result, so that a new turn can
 * begin. Answers that are on another branch are used again.
 */
export async function closeReturned(run: LoopRun): Promise<void> {
  const { history } = run.session
  const answered = openCalls(history.messages).findLast(({ id }) => history.has(id))
  if (answered) moveHead(history, answered.id)
  for (const call of openCalls(history.messages)) {
    const commit = commitAtOnce(run)
    await closeCall(run, { call, reason: returned, status: 'cancelled', commit })
  }
}

/**
 * Answers the open calls with the results of the caller, in the order of the calls. The calls have
 * run, so what ends the run meanwhile keeps none from its answer. All answers are stored together:
 * until then, a page that is loaded again has the calls waiting as before. Throws `AgentError`, and
 * answers nothing, if the results are not exactly one for each open call.
 */
export async function answerReturned(run: LoopRun, results: readonly CallResult[]): Promise<void> {
  const { history } = run.session
  const open = openCalls(history.messages).filter(({ id }) => !history.has(id))
  const byId = match(open, results)
  setTaint(run, findTaint(history.messages))
  const answers: ToolMessage[] = []
  const commit: CommitAnswer = (draft) => {
    const message = append(run, draft)
    answers.push(message)
    return { message }
  }
  for (const call of open) {
    await answerKnown(run, { call, outcome: byId.get(call.id) as CallResult, commit })
  }
  await keep(run, answers)
  run.throwIfEnding()
}

/**
 * Answers the open calls of a run that ends before it could. A cancelled run cannot enter its
 * stored session; then the next turn of this page stores the answers. Never rejects.
 */
export async function answerLeft(
  run: LoopRun,
  results: readonly CallResult[] | undefined,
  enter: EnterSession | undefined,
  how: Entrance,
): Promise<void> {
  if (results === undefined) return
  let leave: (() => Promise<void>) | undefined
  try {
    leave = run.cancellation.reason ? undefined : await enter?.(run, how)
    await answerReturned(run, results)
  } catch {
    // Results that do not fit are refused, and the run ends with an error in any case.
  } finally {
    await leave?.().catch(() => undefined)
  }
}

function match(
  open: readonly AssistantToolCall[],
  results: readonly CallResult[],
): ReadonlyMap<string, CallResult> {
  const need = (isFit: boolean, fault: string, advice: string): void => {
    if (!isFit) throw new AgentError(`${fault}, so nothing was answered${advice}`)
  }
  need(
    Array.isArray(results),
    '`answerCalls` needs a list',
    '. Give one { callId, result } or { callId, error } for each of `result.calls`.',
  )
  need(
    open.length > 0,
    'No call waits for a result',
    ': the calls have their answers, or the conversation went on without them. Answer the `result.calls` of the last run with `toolMode: "return"`.',
  )
  const byId = new Map<string, CallResult>()
  for (const given of results as readonly unknown[]) {
    const fields = isJsonObject(given) ? given : {}
    const { callId } = fields
    need(
      open.some(({ id }) => id === callId),
      `No call ${JSON.stringify(callId) ?? 'without a `callId`'} waits for a result`,
      `. Give the ids of \`result.calls\`: ${listed(open)}.`,
    )
    const id = String(callId)
    need(!byId.has(id), `The call "${id}" has two results`, '. Give each call one.')
    const isError = fields['error'] !== undefined
    const isResult = fields['result'] !== undefined || ('result' in fields && !isError)
    const has = isError ? 'both a `result` and an' : 'neither a `result` nor an'
    need(isError !== isResult, `The call "${id}" has ${has} \`error\``, '. Give one of them.')
    byId.set(id, given as CallResult)
  }
  const missing = open.filter(({ id }) => !byId.has(id))
  need(
    missing.length === 0,
    'Some calls have no result',
    `: ${listed(missing)}. Give one { callId, result } or { callId, error } for each.`,
  )
  return byId
}

const listed = (calls: readonly AssistantToolCall[]): string =>
  calls.map(({ id, name }) => `"${id}" (${name})`).join(', ')

/** A call whose outcome is known without running it here. */
interface KnownCall {
  readonly call: AssistantToolCall
  readonly outcome: CallResult
  readonly iteration?: number
  readonly commit: CommitAnswer
}

/**
 * Answers a call with its known outcome: the caller gave it, or `reconcile` found it. The outcome
 * goes the way of a handler's result: hooks, redaction, size limits, taint and audit. Nobody is
 * asked and nothing is charged, because the call has run.
 */
async function answerKnown(
  run: LoopRun,
  { call, outcome, iteration = 0, commit }: KnownCall,
): Promise<Answer> {
  const executable = toExecutable(run, run.journal?.intents.get(call.id)?.call ?? call, outcome)
  const find = () => ({ executable, isOn: () => ({ enabled: true }) as const })
  const take = (work: CallWork): Promise<Executed> => takeOutcome(work, executable, outcome)
  return answerCall(run, call, iteration, run.cancellation, commit, find, take)
}

/** Returns the outcome after the hooks of results. */
async function takeOutcome(
  work: CallWork,
  executable: Executable,
  { result, error }: CallResult,
): Promise<Executed> {
  const { run, tool, callId, cancellation } = work
  work.executable = executable
  if (executable.untrusted) work.isUntrusted = true
  const started = startedBefore(work)
  if (started) {
    takeStarted(work, started)
    if (work.replaced) tellChange(work, work.replaced, work.call.arguments as JsonObject)
  }
  // The call may have changed the page.
  run.page?.changed(run.ports.clock.now())
  try {
    if (error !== undefined) throw error
    const value = isThenable(result) ? await raceReturned(cancellation, result) : result
    work.isGiven = true
    return { ...(await askResultHooks(work, value)), charged: noCharge, durationMs: 0 }
  } catch (thrown) {
    // A promise that a cancel has overtaken gave nothing.
    if (error === undefined && isThenable(result) && cancellation.reason) throw thrown
    work.isGiven = true
    throw new ToolHandlerError(tool, callId, thrown)
  }
}

/** Returns an executable with what the tool says of its results. It is never run. */
function toExecutable(
  run: LoopRun,
  { name, arguments: args }: AssistantToolCall,
  given: CallResult,
): Executable {
  const { tool } = run.toolbox.find(name) ?? {}
  const own = tool && optionsOf(tool, args)
  return {
    mode: tool?.mode ?? 'feedback',
    toModelOutput: tool?.toModelOutput,
    untrusted: given.untrusted ?? own?.untrusted ?? false,
    effect: own?.effect ?? 'read',
    jsonSchema: tool?.jsonSchema,
    charges: {},
    retry: { attempts: 1, delayMs: 0 },
    handler: () => undefined,
  }
}
