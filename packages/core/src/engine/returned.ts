import { handlerError } from '../errors/errors.ts'
import { startedBefore, takeStarted, tellChange } from '../approval/arguments.ts'
import type { CancelReason } from '../cancellation.ts'
import { AgentError, isThenable } from '../errors/agent-error.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import { moveHead } from '../messages/history.ts'
import { type AssistantToolCall, openCalls, type ToolMessage } from '../messages/message.ts'
import { findTaint } from '../messages/taint.ts'
import type { CallResult } from '../options.ts'
import type { EnterSession } from '../session-port.ts'
import { optionsOf } from '../tools/context.ts'
import { raceReturned } from './around.ts'
import { type CallWork, type Executable, noCharge } from './call.ts'
import { type Answer, answerCall, closeCall, type CommitAnswer, commitAtOnce } from './calls.ts'
import { append, keep, setTaint } from './commit.ts'
import type { Executed } from './execute.ts'
import type { LoopRun } from './run.ts'

/** The reason for closing a call that was returned to its caller, who may have run it. */
const returned: CancelReason = {
  kind: 'manual',
  message:
    'the application took the call and gave no result, so it may have taken effect. Check before doing it again',
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
    await closeCall(run, { call, reason: returned, began: 'unknown', commit })
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
  enter: () => ReturnType<EnterSession> | undefined,
): Promise<void> {
  if (results === undefined) return
  let leave: (() => Promise<void>) | undefined
  try {
    leave = run.cancellation.reason ? undefined : await enter()
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
    '`resume` needs a list of `results`',
    '. Give one { callId, result } or { callId, error } for each of `result.calls`.',
  )
  need(
    open.length > 0,
    'No call waits for a result',
    ': the calls have their answers, or the conversation went on without them. Answer the `result.calls` of the last run with `calls.mode: "return"`.',
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
 * Answers a call with its known outcome: the caller gave it, or `resume.reconcile` found it. The
 * outcome goes the way of a handler's result: plug-ins, redaction, size limits, taint and audit.
 * Nobody is asked and nothing is charged, because the call has run.
 */
export async function answerKnown(
  run: LoopRun,
  { call, outcome, iteration = 0, commit }: KnownCall,
): Promise<Answer> {
  const executable = toExecutable(run, run.journal?.intents.get(call.id)?.call ?? call, outcome)
  const find = () => ({ executable, isOn: () => ({ enabled: true }) as const })
  const take = (work: CallWork): Promise<Executed> => takeOutcome(work, executable, outcome)
  return answerCall(run, call, iteration, run.cancellation, commit, find, take)
}

/** Takes a known outcome in place of the work of a call. */
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
    // The caller is still at work on the call.
    if (isThenable(result)) work.startedAt = run.ports.clock.now()
    const value = isThenable(result) ? await raceReturned(cancellation, result) : result
    work.isGiven = true
    return { result: value, charged: noCharge, durationMs: 0 }
  } catch (thrown) {
    // A promise that a cancel has overtaken gave nothing.
    if (error === undefined && isThenable(result) && cancellation.reason) throw thrown
    work.isGiven = true
    throw handlerError(tool, callId, thrown)
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
