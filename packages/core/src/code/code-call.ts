import { CancellationError } from '../errors/run-errors.ts'
import { ToolHandlerError } from '../errors/tool-errors.ts'
import type { AgentError } from '../errors/agent-error.ts'
import { type CallWork, type Executable, Fatal, interceptor } from '../engine/call-work.ts'
import { type Executed, executeCall, noCharge } from '../engine/executor.ts'
import type { RunCore } from '../engine/run-core.ts'
import { toError } from '../errors/to-error.ts'
import { isPlainJson } from '../json/json.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import type { OpenWork } from './open-work.ts'

const on = { enabled: true } as const

/**
 * Runs a function of plain code as a tool call. Rejects with the error that the function threw, or
 * with the error that ended the run.
 */
export async function runCodeCall<Result>(
  run: RunCore,
  open: OpenWork,
  name: string,
  input: unknown,
  executable: Executable,
): Promise<Result> {
  const callId = run.ports.createId()
  const names = { callId, tool: name, iteration: 0 }
  const call = { id: callId, name, arguments: input as Record<string, unknown> }
  const work: CallWork = {
    run,
    ...names,
    call,
    cancellation: run.workCancellation.child(),
    find: () => ({ executable, isOn: () => on }),
    deferred: [],
    warnings: [],
  }
  const shown = shownOf(call)
  open.begin(work, name)
  run.log.emit('tool_started', { ...names, call: shown })
  let executed: Executed
  try {
    executed = await executeCall(work)
  } catch (thrown) {
    throw await fail(work, thrown)
  } finally {
    work.cancellation.dispose()
    open.end(work)
  }
  const { result, charged, durationMs, isWithheld } = executed
  const withheld = isWithheld && { withheld: true }
  run.log.emit('tool_succeeded', { ...names, result, charged, durationMs, ...withheld })
  // The call succeeded, but a hook or a cancel ended the run before its result was ready.
  if (isWithheld) run.throwIfEnding()
  return result as Result
}

/** Emits the end event of a call without a result. Returns the error that the call rejects with. */
async function fail(work: CallWork, thrown: unknown): Promise<unknown> {
  const { run, callId, tool, iteration, cancellation } = work
  const error =
    thrown instanceof Fatal || cancellation.reason ? thrown : await askErrorHooks(work, thrown)
  const ended = { callId, tool, iteration, charged: work.charged ?? noCharge }
  const { reason } = cancellation
  if (reason && !(error instanceof Fatal)) {
    run.log.emit('tool_cancelled', { ...ended, reason })
    return new CancellationError(reason)
  }
  const told = error instanceof Fatal ? error.error : error
  run.log.emit('tool_failed', { ...ended, error: toError(told) })
  if (error instanceof Fatal) run.fail(told)
  return ToolHandlerError.isInstance(told) ? told.cause : told
}

/**
 * Copies the call for events, so that the function's changes to its input do not show there. Input
 * that is not plain data, or that throws when it is read, is not copied.
 */
function shownOf(call: AssistantToolCall): AssistantToolCall {
  const { id, name, arguments: input } = call
  if (typeof input !== 'object' || !isPlainJson(input)) return Object.freeze(call)
  try {
    return Object.freeze({ id, name, arguments: frozenCopy(input) })
  } catch {
    // A getter may throw at its second reading.
    return Object.freeze(call)
  }
}

function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = frozenCopy(value[key])
  return Object.freeze(copy) as T
}

/** Returns the error after the `onToolCallError` hooks, or what a hook threw as `Fatal`. */
async function askErrorHooks(work: CallWork, thrown: unknown): Promise<unknown> {
  const { run, call, iteration } = work
  let error = thrown
  try {
    for (const hook of run.hooks.of('onToolCallError')) {
      const change = await interceptor(work, () =>
        hook({ run: run.context, iteration, call, error: error as AgentError }),
      )
      if (change) error = change.error
    }
    return error
  } catch (fatal) {
    return fatal
  }
}
