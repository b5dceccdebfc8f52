import type { AgentError } from '../errors/agent-error.ts'
import { toErrorReport } from '../errors/describe-thrown.ts'
import { CancellationError } from '../errors/run-errors.ts'
import { ToolHandlerError } from '../errors/tool-errors.ts'
import type { CancelReason } from '../cancel-reason.ts'
import { type CappedText, capText, toJsonText } from '../json/json-text.ts'
import type { AssistantToolCall, Draft, ToolMessage, ToolStatus } from '../messages/message.ts'
import type { Cancellation } from '../cancellation.ts'
import { toWords } from '../json/to-words.ts'
import type { Answer } from './answer.ts'
import { type CallWork, type Executable, Fatal } from './call-work.ts'
import { findRegistered } from './find-tool.ts'
import { toldReason } from './handler-cancel.ts'
import { askErrorHooks } from './call-hooks.ts'
import { type Executed, executeCall, noCharge } from './executor.ts'
import type { CommitAnswer } from './ordered-answers.ts'
import { redactCapped } from './redact-capped.ts'
import type { LoopRun } from './run-core.ts'
import { statusOfError } from './status-of-error.ts'
import { taintOfAnswer } from './taint.ts'
import { type LoopWork, type Told, tellResult } from './told-result.ts'
import { isOutside } from '../tools/call-source.ts'
import { optionsOf } from '../tools/call-subject.ts'

/**
 * Runs a call of the model and commits exactly one ToolMessage as its answer, whatever happens. An
 * error that must end the run is left in `run.fatal`. Resolves when the call has been told of; the
 * caller awaits `kept`.
 */
export async function answerCall(
  run: LoopRun,
  call: AssistantToolCall,
  iteration: number,
  batch: Cancellation,
  commit: CommitAnswer,
  find: CallWork['find'] = (name) => findRegistered(run, name),
  execute: (work: CallWork) => Promise<Executed> = executeCall,
): Promise<Answer> {
  const names = { callId: call.id, tool: call.name, iteration }
  const work: LoopWork = {
    run,
    ...names,
    call,
    cancellation: batch.child(),
    find,
    deferred: [],
    warnings: [],
  }
  const label = labelOf(find(call.name)?.executable, call)
  work.label = label
  const source = isOutside(run.source) ? run.source : undefined
  run.log.emit('tool_started', { ...names, call, label, source })
  try {
    const executed = await execute(work).catch((thrown: unknown) => new Thrown(thrown))
    return executed instanceof Thrown
      ? await fail(work, executed.value, commit)
      : await succeed(work, executed, commit)
  } finally {
    work.cancellation.dispose()
  }
}

/** The wrapper of what a call threw, which may be any value. */
class Thrown {
  readonly value: unknown
  constructor(value: unknown) {
    this.value = value
  }
}

/** Answers a call that has succeeded. No cancel, hook or error of later work changes that. */
async function succeed(work: LoopWork, executed: Executed, commit: CommitAnswer): Promise<Answer> {
  const { run, callId, tool, iteration, executable } = work
  const { result, charged, durationMs, cached } = executed
  const told = await tellResult(work, executed)
  const { message, kept } = commit(draft(work, originalOf(work), 'ok', told, durationMs))
  record(work, message, durationMs, told.totalBytes)
  run.log.emit('tool_succeeded', {
    callId,
    tool,
    iteration,
    result,
    message,
    charged,
    durationMs,
    ...(cached && { cached }),
    ...(told.totalBytes !== undefined && { truncated: true }),
    ...(told.isWithheld && { withheld: true }),
  })
  return { silent: executable?.mode === 'silent', result, kept }
}

/** The end of a call that has no result. */
interface Closing {
  readonly call: AssistantToolCall
  /** Default 0. */
  readonly iteration?: number
  readonly reason: CancelReason
  readonly status: 'cancelled' | 'interrupted'
  readonly commit: CommitAnswer
  /** The time for which the handler ran, in milliseconds. Default 0. */
  readonly durationMs?: number
  /** The amounts that the call was charged, by budget key. Default: none. */
  readonly charged?: Readonly<Record<string, number>>
  /** The name, for people, of what the call is for. Default: that of its tool now. */
  readonly label?: string | undefined
  /** The source of the reason, if a handler may have written it. Default: Ambit. */
  readonly from?: Pick<CallWork, 'foreign' | 'isUntrusted'> | undefined
}

/**
 * Answers a call that has no result: it was cancelled, the run ends, or the model did not finish
 * the call. Returns a promise that resolves when the answer is durable.
 */
export function closeCall(run: LoopRun, closing: Closing): Promise<unknown> | undefined {
  const {
    call,
    iteration = 0,
    reason,
    status,
    commit,
    durationMs = 0,
    charged = noCharge,
    label = labelOf(run.toolbox.find(call.name)?.tool, call),
    from: { foreign, isUntrusted } = {},
  } = closing
  const told = new CancellationError(toldReason(reason, call.id))
  const content = toJsonText(toErrorReport(told))
  const work = { run, label, foreign, isUntrusted }
  const { message, kept } = commit(draft(work, call, status, { content }))
  record({ run, iteration, warnings: [], call }, message, durationMs)
  const names = { callId: call.id, tool: call.name, iteration }
  run.log.emit('tool_cancelled', { ...names, reason, message, charged })
  return kept
}

async function fail(work: LoopWork, thrown: unknown, commit: CommitAnswer): Promise<Answer> {
  const { run, callId, tool, iteration, cancellation, charged = noCharge } = work
  const now = run.ports.clock.now()
  const durationMs = now - (work.startedAt ?? now)
  const isEnding = thrown instanceof Fatal || (cancellation.reason && !work.isGiven)
  const error = isEnding ? thrown : await askErrorHooks(work, thrown)
  if (error instanceof Fatal) run.fail(error.error)
  const reason = cancellation.reason ?? (error instanceof Fatal ? runEnded : undefined)
  if (reason && !work.isGiven) {
    // A handler may have put its own words into the reason.
    const from = reason.message === undefined ? undefined : work
    const closing = { call: originalOf(work), iteration, reason, commit, durationMs, charged }
    const kept = closeCall(run, { ...closing, label: work.label, from, status: 'cancelled' })
    return { silent: false, error: new CancellationError(reason), kept }
  }
  // A hook that threw or was cancelled might have removed something from the error.
  const told = error instanceof Fatal ? withheldError(work) : (error as AgentError)
  const { text, totalBytes } = reportOf(run, told)
  const status = statusOfError(told)
  const { message, kept } = commit(draft(work, originalOf(work), status, { content: text }))
  record(work, message, durationMs, totalBytes)
  run.log.emit('tool_failed', { callId, tool, iteration, error: told, message, charged })
  if (run.config.toolErrorMode === 'abort' && (status === 'error' || status === 'timeout')) {
    run.fail(told)
  }
  return { silent: false, error: told, kept }
}

const withheldError = ({ tool, callId }: LoopWork): AgentError =>
  new ToolHandlerError(
    tool,
    callId,
    'The call failed. Its error is withheld, because its hook threw.',
    true,
  )

/** Returns an error as the model gets it. A redaction that throws withholds it. */
function reportOf({ config }: LoopRun, error: AgentError): CappedText {
  const { toolResultMaxBytes, redaction } = config
  try {
    return redactCapped(toJsonText(toErrorReport(error)), toolResultMaxBytes, redaction)
  } catch {
    const message = 'The call failed. Its error is withheld, because it could not be prepared.'
    return capText(
      toJsonText({ error: { code: 'no_text', name: error.name, message } }),
      toolResultMaxBytes,
    )
  }
}

/** The reason with which a call is closed when something else ends its run. */
export const runEnded: CancelReason = { kind: 'parent_failed', message: 'the run ended before it' }

/**
 * Returns the call under the tool name that the model gave. A hook may have sent the call to
 * another tool.
 */
const originalOf = ({ call, callId, tool }: CallWork): AssistantToolCall =>
  call.name === tool ? call : { ...call, id: callId, name: tool }

/** Returns the name, for people, of the thing that a call is for; undefined if it has none. */
function labelOf(
  tool: Pick<Executable, 'subjectOf'> | undefined,
  { arguments: args }: AssistantToolCall,
): string | undefined {
  try {
    return toWords(tool?.subjectOf?.(args)?.label)
  } catch {
    return undefined
  }
}

function draft(
  work: Pick<LoopWork, 'run' | 'executable' | 'changed' | 'label' | 'foreign' | 'isUntrusted'>,
  call: AssistantToolCall,
  status: ToolStatus,
  { content, output }: Told,
  durationMs?: number,
): Draft<ToolMessage> {
  return {
    id: call.id,
    role: 'tool',
    name: call.name,
    label: work.label,
    createdAt: work.run.ports.clock.now(),
    content,
    status,
    output,
    arguments: work.changed,
    durationMs,
    ...taintOfAnswer(work, call.name, status),
  }
}

function record(
  {
    run,
    iteration,
    warnings,
    call,
    executable,
  }: Pick<LoopWork, 'run' | 'iteration' | 'warnings' | 'call' | 'executable'>,
  message: ToolMessage,
  durationMs: number,
  totalBytes?: number,
): void {
  const { effect } = executable ? optionsOf(executable, call.arguments) : {}
  run.records.push({ iteration, call, message, durationMs, totalBytes, warnings, effect })
}
