import type { CallResult } from '../call-result.ts'
import type { CancelReason } from '../cancel-reason.ts'
import { AgentError } from '../errors/agent-error.ts'
import { isJsonObject } from '../json/json.ts'
import { moveHead, toMessage } from '../messages/history.ts'
import type { AssistantToolCall, ToolMessage } from '../messages/message.ts'
import { openCalls } from '../messages/open-calls.ts'
import { closeCall } from './answer-call.ts'
import { isThenable } from '../errors/report-thrown.ts'
import { whileRunning } from './commit.ts'
import { answerKnown } from './known-outcome.ts'
import { commitAtOnce } from './ordered-answers.ts'
import type { LoopRun } from './run-core.ts'
import { type EnterSession, type Entrance, inSession, type RunOutcome } from './supervise.ts'
import { setTaint } from './taint.ts'
import { findTaint } from '../messages/find-taint.ts'
import { withheld } from './told-result.ts'

/** The reason for closing a call that was returned to the caller. */
export const returned: CancelReason = {
  kind: 'manual',
  message: 'the application took the call and gave no result for it',
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
 * run, so what ends the run meanwhile keeps none from its answer. Throws `AgentError`, and answers
 * nothing, if the results are not exactly one for each open call.
 */
export async function answerReturned(run: LoopRun, results: readonly CallResult[]): Promise<void> {
  const { history } = run.session
  const open = openCalls(history.messages).filter(({ id }) => !history.has(id))
  const byId = match(open, results)
  setTaint(run, findTaint(history.messages))
  await Promise.all(open.map((call) => holdGiven(run, call, byId.get(call.id) as CallResult)))
  for (const call of open) {
    const outcome = byId.get(call.id) as CallResult
    await (
      await answerKnown(run, { call, outcome, commit: commitAtOnce(run) })
    ).kept
  }
  run.throwIfEnding()
}

/**
 * Stores that a call has run, before any hook of its result. A page that ends now knows it then: it
 * neither runs the call nor says that it did not run. The result itself is not stored, because a
 * hook may remove something from it.
 */
async function holdGiven(
  run: LoopRun,
  call: AssistantToolCall,
  { result, error }: CallResult,
): Promise<void> {
  const { journal } = run
  // It is not known yet if a promise will give a result.
  if (!journal || isThenable(result)) return
  const answer = toMessage<ToolMessage>(
    {
      id: call.id,
      role: 'tool',
      name: call.name,
      createdAt: run.ports.clock.now(),
      ...(error === undefined
        ? { status: 'ok', content: withheld.content }
        : { status: 'error', content: withheldFailure }),
    },
    null,
  )
  await whileRunning(run, () => journal.ended(call, answer))
}

const withheldFailure = JSON.stringify({
  error: { name: 'ToolHandlerError', message: 'The call failed. Its error is withheld.' },
})

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
  const body = async (): Promise<RunOutcome<void>> => ({
    status: 'completed',
    value: await answerReturned(run, results),
  })
  // Results that do not fit are refused, and the run ends with an error in any case.
  await inSession(run, run.cancellation.reason ? undefined : enter, how, body).catch(
    () => undefined,
  )
}

function match(
  open: readonly AssistantToolCall[],
  results: readonly CallResult[],
): ReadonlyMap<string, CallResult> {
  if (!Array.isArray(results)) {
    throw new AgentError(
      '`answerCalls` needs a list, so nothing was answered. Give one { callId, result } or { callId, error } for each of `result.calls`.',
    )
  }
  if (open.length === 0) {
    throw new AgentError(
      'No call waits for a result, so nothing was answered: the calls have their answers, or the conversation went on without them. Answer the `result.calls` of the last run with `toolMode: "return"`.',
    )
  }
  const byId = new Map<string, CallResult>()
  for (const given of results as readonly unknown[]) {
    const { callId } = isJsonObject(given) ? given : {}
    if (!isJsonObject(given) || !open.some(({ id }) => id === callId)) {
      throw new AgentError(
        `No call ${JSON.stringify(callId) ?? 'without a `callId`'} waits for a result, so nothing was answered. Give the ids of \`result.calls\`: ${listed(open)}.`,
      )
    }
    if (byId.has(String(callId))) {
      throw new AgentError(
        `The call "${String(callId)}" has two results, so nothing was answered. Give each call one.`,
      )
    }
    const isError = given['error'] !== undefined
    const isResult = given['result'] !== undefined || ('result' in given && !isError)
    if (isError === isResult) {
      throw new AgentError(
        `The call "${String(callId)}" has ${isError ? 'both a `result` and an `error`' : 'neither a `result` nor an `error`'}, so nothing was answered. Give one of them.`,
      )
    }
    byId.set(String(callId), given as CallResult)
  }
  const missing = open.filter(({ id }) => !byId.has(id))
  if (missing.length === 0) return byId
  throw new AgentError(
    `Some calls have no result, so nothing was answered: ${listed(missing)}. Give one { callId, result } or { callId, error } for each.`,
  )
}

const listed = (calls: readonly AssistantToolCall[]): string =>
  calls.map(({ id, name }) => `"${id}" (${name})`).join(', ')
