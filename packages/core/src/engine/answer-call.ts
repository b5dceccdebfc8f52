import { AgentError } from '../errors/agent-error.ts'
import { toErrorReport } from '../errors/describe-thrown.ts'
import { CancellationError } from '../errors/run-errors.ts'
import { ToolHandlerError } from '../errors/tool-errors.ts'
import type { CancelReason } from '../cancel-reason.ts'
import { capText, toJsonText } from '../json/json-text.ts'
import type { AssistantToolCall, Draft, ToolMessage, ToolStatus } from '../messages/message.ts'
import { toExtraContext } from './model-call.ts'
import { toOutput } from './model-output.ts'
import type { Cancellation } from '../cancellation.ts'
import { type CallWork, type Executable, Fatal, interceptor } from './call-work.ts'
import { executeCall } from './executor.ts'
import type { LoopRun } from './run-core.ts'
import { statusOfError } from './status-of-error.ts'
import { taintOfAnswer } from './taint.ts'

/** The function that adds a ToolMessage to the history when its turn has come. */
export type CommitAnswer = (draft: Draft<ToolMessage>) => ToolMessage | Promise<ToolMessage>

/** A call of the loop, with the state of its execution. */
type LoopWork = CallWork & { readonly run: LoopRun }

/** The outcome of an answered call. */
export interface Answer {
  /** True if the call succeeded and its result was for the page alone. */
  readonly silent: boolean
  /** The full result, if the call succeeded. */
  readonly result?: unknown
  /** The error of the call, if the call did not succeed. */
  readonly error?: Error | undefined
}

/**
 * Runs a call of the model and commits exactly one ToolMessage as its answer, whatever happens. An
 * error that must end the run is left in `run.fatal`.
 */
export async function answerCall(
  run: LoopRun,
  call: AssistantToolCall,
  iteration: number,
  batch: Cancellation,
  commit: CommitAnswer,
  find: CallWork['find'] = (name) => findRegistered(run, name),
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
  run.log.emit('tool_started', { ...names, call, ...(label !== undefined && { label }) })
  try {
    const executed = await executeCall(work)
    const told = await describe(work, executed.result)
    const message = await commit(draft(work, call, 'ok', told, executed.durationMs))
    record(work, message, executed.durationMs, told.totalBytes)
    const { result, charged, durationMs, cached } = executed
    run.log.emit('tool_succeeded', {
      ...names,
      result,
      message,
      charged,
      durationMs,
      ...(cached && { cached }),
      ...(told.totalBytes !== undefined && { truncated: true }),
    })
    return { silent: work.executable?.mode === 'silent', result }
  } catch (thrown) {
    return await fail(work, thrown, commit)
  } finally {
    work.cancellation.dispose()
  }
}

/**
 * Answers a call that has no result: it was cancelled, the run ends, or the model did not finish
 * the call.
 */
export async function closeCall(
  run: LoopRun,
  call: AssistantToolCall,
  iteration: number,
  reason: CancelReason,
  status: 'cancelled' | 'interrupted',
  commit: CommitAnswer,
  durationMs = 0,
  label: string | undefined = labelOf(run.toolbox.find(call.name)?.tool, call),
): Promise<void> {
  const content = toJsonText(toErrorReport(new CancellationError(reason)))
  const message = await commit(draft({ run, label }, call, status, { content }))
  record({ run, iteration, warnings: [], call }, message, durationMs)
  run.log.emit('tool_cancelled', { callId: call.id, tool: call.name, iteration, reason, message })
}

async function fail(work: LoopWork, thrown: unknown, commit: CommitAnswer): Promise<Answer> {
  const { run, callId, tool, iteration, cancellation } = work
  const now = run.ports.clock.now()
  const durationMs = now - (work.startedAt ?? now)
  const error =
    thrown instanceof Fatal || cancellation.reason ? thrown : await askErrorHooks(work, thrown)
  if (error instanceof Fatal) run.fail(error.error)
  const reason = cancellation.reason ?? (error instanceof Fatal ? runEnded : undefined)
  if (reason) {
    const call = originalOf(work)
    await closeCall(run, call, iteration, reason, 'cancelled', commit, durationMs, work.label)
    return { silent: false, error: new CancellationError(reason) }
  }
  const told = error as AgentError
  const { redaction, toolResultMaxBytes } = run.config
  const report = toJsonText(toErrorReport(told))
  const { text, totalBytes } = capText(redaction?.text(report) ?? report, toolResultMaxBytes)
  const status = statusOfError(told)
  const message = await commit(draft(work, originalOf(work), status, { content: text }))
  record(work, message, durationMs, totalBytes)
  run.log.emit('tool_failed', { callId, tool, iteration, error: told, message })
  if (run.config.toolErrorMode === 'abort' && (status === 'error' || status === 'timeout')) {
    run.fail(told)
  }
  return { silent: false, error: told }
}

/** The reason with which a call is closed when something else ends its run. */
export const runEnded: CancelReason = { kind: 'parent_failed', message: 'the run ended before it' }

/** Returns the error after the `onToolCallError` hooks, or what a hook threw as `Fatal`. */
async function askErrorHooks(work: CallWork, thrown: unknown): Promise<AgentError | Fatal> {
  const { run, call, iteration } = work
  let error = toAgentError(work, thrown)
  try {
    for (const hook of run.hooks.of('onToolCallError')) {
      const change = await interceptor(work, () =>
        hook({ run: run.context, iteration, call, error }),
      )
      if (change) error = toAgentError(work, change.error)
    }
    return error
  } catch (fatal) {
    return fatal instanceof Fatal ? fatal : new Fatal(fatal)
  }
}

const toAgentError = ({ call }: CallWork, thrown: unknown): AgentError =>
  AgentError.isInstance(thrown) ? thrown : new ToolHandlerError(call.name, call.id, thrown)

/**
 * Returns the call under the tool name that the model gave. A hook may have sent the call to
 * another tool.
 */
const originalOf = ({ call, callId, tool }: CallWork): AssistantToolCall =>
  call.name === tool ? call : { ...call, id: callId, name: tool }

function findRegistered(run: LoopRun, name: string): ReturnType<CallWork['find']> {
  const registered = run.toolbox.find(name)
  if (!registered) return undefined
  return {
    executable: registered.tool,
    registered,
    onToolGone: (listener) => run.owners.onGone(registered, listener),
    isOn: () => run.toolbox.isOn(registered),
  }
}

/** Returns the name, for people, of the thing that a call is for; undefined if it has none. */
function labelOf(
  tool: Pick<Executable, 'subjectOf'> | undefined,
  { arguments: args }: AssistantToolCall,
): string | undefined {
  try {
    return tool?.subjectOf?.(args)?.label
  } catch {
    return undefined
  }
}

interface Told {
  readonly content: string
  readonly output?: ToolMessage['output']
  readonly totalBytes?: number | undefined
}

/** Makes the content that the model gets for a result. */
function describe(work: LoopWork, result: unknown): Told | Promise<Told> {
  const { run, tool, iteration, executable } = work
  if (executable?.mode === 'silent') return { content: '{"ok":true}' }
  const { toolResultLimit, toolResultMaxBytes, redaction } = run.config
  const cap = (json: string): Told => {
    const { text: content, totalBytes } = capText(json, toolResultMaxBytes)
    const made = executable?.toModelOutput?.(result as never, work.call.arguments)
    if (made === undefined) return { content, totalBytes }
    const { output, totalBytes: cut } = toOutput(made, toolResultMaxBytes, redaction)
    return { content, output, totalBytes: totalBytes ?? cut }
  }
  const json = redaction ? redaction.text(toJsonText(result)) : toJsonText(result)
  if (!toolResultLimit) return cap(json)
  const at = { ...toExtraContext(run, iteration), tool }
  return run.cancellation.race(toolResultLimit.limit(json, at)).then(cap)
}

function draft(
  { run, executable, changed, label }: Pick<LoopWork, 'run' | 'executable' | 'changed' | 'label'>,
  call: AssistantToolCall,
  status: ToolStatus,
  { content, output }: Told,
  durationMs?: number,
): Draft<ToolMessage> {
  return {
    id: call.id,
    role: 'tool',
    name: call.name,
    label,
    createdAt: run.ports.clock.now(),
    content,
    status,
    output,
    arguments: changed,
    durationMs,
    taint: taintOfAnswer(run, executable),
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
  const { effect } = executable ?? {}
  run.records.push({ iteration, call, message, durationMs, totalBytes, warnings, effect })
}
