import { AgentError } from '../errors/agent-error.ts'
import { ToolHandlerError } from '../errors/tool-errors.ts'
import { copyIfJson } from '../json/json.ts'
import { type CallWork, Fatal, interceptor } from './call-work.ts'

/**
 * Calls the `preToolCall` hooks. Returns the result that a hook gave in place of the handler's.
 * Returns undefined if the call goes on; a hook may have changed the call.
 */
export async function askPreToolCall(
  work: CallWork,
): Promise<{ readonly result: unknown } | undefined> {
  const { run, iteration } = work
  for (const hook of run.hooks.of('preToolCall')) {
    const change = await interceptor(work, () =>
      hook({ run: run.context, iteration, call: copyIfJson(work.call) }),
    )
    if (!change) continue
    if ('error' in change) {
      const { error } = change
      throw AgentError.isInstance(error)
        ? error
        : new ToolHandlerError(work.tool, work.callId, error)
    }
    if ('result' in change) return { result: change.result }
    // The id stays, because the history has it: a hook may change the tool and the arguments only.
    const { name, arguments: args } = change.call
    work.call = { id: work.call.id, name, arguments: args }
  }
  return undefined
}

/** The result of a call after its hooks. */
interface AskedResult {
  readonly result: unknown
  readonly isWithheld?: boolean | undefined
}

/**
 * Calls the `onToolCallResult` hooks. Never rejects, because the call has succeeded. A hook that
 * throws ends the run. After a throw or a cancel, the result is withheld: a hook might have removed
 * something from it.
 */
export async function askResultHooks(work: CallWork, first: unknown): Promise<AskedResult> {
  const { run, call, iteration } = work
  let result = first
  try {
    for (const hook of run.hooks.of('onToolCallResult')) {
      const change = await interceptor(work, () =>
        hook({ run: run.context, iteration, call, result }),
      )
      if (change) result = change.result
    }
    return { result }
  } catch (thrown) {
    if (thrown instanceof Fatal) run.fail(thrown.error)
    return { result: undefined, isWithheld: true }
  }
}

/** Returns the error after the `onToolCallError` hooks, or what a hook threw as `Fatal`. */
export async function askErrorHooks(work: CallWork, thrown: unknown): Promise<AgentError | Fatal> {
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
