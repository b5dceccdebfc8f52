import type { CallResult } from '../call-result.ts'
import type { CancelReason } from '../cancel-reason.ts'
import { AgentError } from '../errors/agent-error.ts'
import { isJsonObject } from '../json/json.ts'
import { moveHead } from '../messages/history.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import { openCalls } from '../messages/open-calls.ts'
import { answerCall, closeCall } from './answer-call.ts'
import type { Executable } from './call-work.ts'
import { commitAtOnce } from './ordered-answers.ts'
import type { LoopRun } from './run-core.ts'
import { findTaint, setTaint } from './taint.ts'

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
    await closeCall(run, call, 0, returned, 'cancelled', commitAtOnce(run))
  }
}

/**
 * Answers the open calls with the results of the caller, in the order of the calls. Each result
 * goes the way of a handler's result: hooks, redaction, size limits, taint and audit. Throws
 * `AgentError`, and answers nothing, if the results are not exactly one for each open call.
 */
export async function answerReturned(run: LoopRun, results: readonly CallResult[]): Promise<void> {
  const { history } = run.session
  const open = openCalls(history.messages).filter(({ id }) => !history.has(id))
  const byId = match(open, results)
  setTaint(run, findTaint(history.messages, []))
  for (const call of open) {
    const executable = toExecutable(run, call, byId.get(call.id) as CallResult)
    const find = () => ({ executable, isOn: () => ({ enabled: true }) as const })
    const { kept } = await answerCall(run, call, 0, run.cancellation, commitAtOnce(run), find)
    await kept
    run.throwIfEnding()
  }
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

/** Returns an executable that gives the caller's result, without an approval or a charge. */
function toExecutable(run: LoopRun, { name }: AssistantToolCall, given: CallResult): Executable {
  const { tool } = run.toolbox.find(name) ?? {}
  return {
    mode: tool?.mode ?? 'feedback',
    toModelOutput: tool?.toModelOutput,
    untrusted: given.untrusted ?? tool?.untrusted ?? false,
    effect: 'read',
    requiresApproval: false,
    charges: {},
    retry: { attempts: 1, delayMs: 0 },
    handler: () => {
      if (given.error !== undefined) throw given.error
      return given.result
    },
  }
}
