import type { CallResult } from '../call-result.ts'
import { ToolHandlerError } from '../errors/tool-errors.ts'
import type { JsonObject } from '../json/json.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import type { Answer } from './answer.ts'
import { answerCall } from './answer-call.ts'
import { isThenable } from '../errors/report-thrown.ts'
import { raceReturned } from './attempt.ts'
import { askResultHooks } from './call-hooks.ts'
import type { CallWork, Executable } from './call-work.ts'
import { type Executed, noCharge } from './executor.ts'
import type { CommitAnswer } from './ordered-answers.ts'
import type { LoopRun } from './run-core.ts'
import { optionsOf } from '../tools/call-subject.ts'
import { startedBefore, takeStarted, tellChange } from './started-call.ts'

/** A call whose outcome is known without running it here. */
interface KnownCall {
  readonly call: AssistantToolCall
  readonly outcome: CallResult
  /** Default 0. */
  readonly iteration?: number
  readonly commit: CommitAnswer
}

/**
 * Answers a call with its known outcome: the caller gave it, or `reconcile` found it. The outcome
 * goes the way of a handler's result: hooks, redaction, size limits, taint and audit. Nobody is
 * asked and nothing is charged, because the call has run.
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
    await takeStarted(work, started)
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
