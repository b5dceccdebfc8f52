import { CancellationError } from '../errors/run-errors.ts'
import { ToolHandlerError } from '../errors/tool-errors.ts'
import type { AgentError } from '../errors/agent-error.ts'
import { type CallWork, type Executable, Fatal } from '../engine/call-work.ts'
import { type Executed, executeCall } from '../engine/executor.ts'
import { withGrace } from '../engine/grace.ts'
import { type RunCore, toError } from '../engine/run-core.ts'
import { isPlainJson } from '../json/json.ts'
import type { AssistantToolCall } from '../messages/message.ts'

const on = { enabled: true } as const

/**
 * Runs a function of plain code as a tool call. Rejects with the error that the function threw, or
 * with the error that ended the run.
 */
export async function runCodeCall<Result>(
  run: RunCore,
  name: string,
  input: unknown,
  executable: Executable,
): Promise<Result> {
  run.throwIfEnding()
  const callId = run.ports.createId()
  const names = { callId, tool: name, iteration: 0 }
  const call = { id: callId, name, arguments: input as Record<string, unknown> }
  const work: CallWork = {
    run,
    ...names,
    call,
    cancellation: run.cancellation.child(),
    find: () => ({ executable, isOn: () => on }),
    deferred: [],
    warnings: [],
  }
  run.log.emit('tool_started', { ...names, call: shownOf(call) })
  let executed: Executed
  try {
    executed = await executeCall(work)
  } catch (thrown) {
    const { reason } = run.cancellation
    if (reason) {
      run.log.emit('tool_cancelled', { ...names, reason })
      throw new CancellationError(reason)
    }
    const error = thrown instanceof Fatal ? thrown.error : await askErrorHooks(work, thrown)
    if (thrown instanceof Fatal) run.fail(error)
    run.log.emit('tool_failed', { ...names, error: toError(error) })
    throw ToolHandlerError.isInstance(error) ? error.cause : error
  } finally {
    work.cancellation.dispose()
  }
  const { result, charged, durationMs, isWithheld } = executed
  const withheld = isWithheld && { withheld: true }
  run.log.emit('tool_succeeded', { ...names, result, charged, durationMs, ...withheld })
  // The call succeeded, but a hook or a cancel ended the run before its result was ready.
  if (isWithheld) run.throwIfEnding()
  return result as Result
}

/**
 * Copies the call for events, so that the function's changes to its input do not show there. Input
 * that is not plain data is not copied.
 */
function shownOf(call: AssistantToolCall): AssistantToolCall {
  const { id, name, arguments: input } = call
  const isCopied = typeof input === 'object' && isPlainJson(input)
  return Object.freeze(isCopied ? { id, name, arguments: frozenCopy(input) } : call)
}

function frozenCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = frozenCopy(value[key])
  return Object.freeze(copy) as T
}

async function askErrorHooks(
  { run, call, iteration }: CallWork,
  thrown: unknown,
): Promise<unknown> {
  let error = thrown
  for (const hook of run.hooks.of('onToolCallError')) {
    const change = await hook({ run: run.context, iteration, call, error: error as AgentError })
    if (change) error = change.error
  }
  return error
}

/**
 * The handlers that are running. A cancelled run waits for them, so that handlers that react to
 * their signal can end first.
 */
export class InFlight {
  readonly deferred: (() => unknown)[] = []
  readonly #run: RunCore
  readonly #handlers = new Set<Promise<unknown>>()

  constructor(run: RunCore) {
    this.#run = run
  }

  /** Returns a handler's result unchanged, and remembers a promise until it settles. */
  watch(result: unknown): unknown {
    if (!(result instanceof Promise)) return result
    const settled: Promise<unknown> = result.then(
      () => this.#handlers.delete(settled),
      () => this.#handlers.delete(settled),
    )
    this.#handlers.add(settled)
    return result
  }

  /** Waits for the handlers of a cancelled run, for a short grace period at most. */
  drain(): Promise<void> {
    const { cancellation, ports } = this.#run
    return withGrace(Promise.all(this.#handlers), cancellation, ports.clock)
  }

  /** Runs the functions that the body deferred, the last one first. */
  async cleanUp(): Promise<void> {
    for (const cleanup of this.deferred.splice(0).reverse()) await cleanup()
  }
}
