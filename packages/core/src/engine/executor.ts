import { AgentError } from '../errors/agent-error.ts'
import { CallContext, outlive } from './call-context.ts'
import { type Cancellation } from '../cancellation.ts'
import { withGrace } from './grace.ts'
import { type CallWork, type Executable, Fatal, type Found, interceptor } from './call-work.ts'
import { approve, mayAsk } from '../approval/approve.ts'
import type { Permit } from '../approval/binding.ts'
import { CancellationError } from '../errors/run-errors.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import { ToolHandlerError } from '../errors/tool-errors.ts'
import { exact } from '../budget/usage.ts'
import { canonicalJson, cloneJson } from '../json/json.ts'
import { attempt } from './attempt.ts'
import { find, requireOn, requireSame } from './find-tool.ts'
import type { Journal } from './journal.ts'
import { checkArguments } from './check-arguments.ts'
import { endUndo } from './on-undo.ts'
import { watchRunning } from './provider-watch.ts'

/**
 * Runs one attempt of a handler: in the page, or for a tool with `sandbox` in the agent's sandbox.
 * Throws `AgentError` if the agent has no sandbox for such a tool.
 */
function callHandler(
  work: CallWork,
  { handler, sandbox }: Executable,
  args: unknown,
  attempt: Cancellation,
): unknown {
  const ctx = new CallContext(work, attempt)
  if (!sandbox) return handler(args as never, ctx)
  const { name } = work.call
  const runner = work.run.config.sandbox
  if (!runner) {
    throw new AgentError(
      `"${name}" was not run: it is to run in a sandbox, and its agent has none. Give the agent \`sandbox: sandbox()\` of @ambit/browser.`,
    )
  }
  const { signal, report: onProgress } = ctx
  return runner.run({ ...sandbox, tool: name, source: String(handler), args, signal, onProgress })
}

/** The outcome of a handler, or of a hook or the cache in its place. */
export interface Executed {
  readonly result: unknown
  /** The amounts that were charged, by budget key; empty if a hook or the cache answered. */
  readonly charged: Readonly<Record<string, number>>
  readonly durationMs: number
  /** True if the result came from the cache. */
  readonly cached?: boolean | undefined
}

const nothing: Executed['charged'] = Object.freeze({})

/**
 * Runs one call, in these steps:
 *
 * 1. find the tool, check that it is on, and validate the arguments
 * 2. call the `preToolCall` hooks, if there are any: an answer ends the steps, otherwise step 1 is
 *    repeated
 * 3. ask for an approval if one is needed, then check again that the tool is on and nothing
 *    approved has changed
 * 4. take the result from the cache, or charge the budgets, write to the journal and run the
 *    handler
 * 5. call the `onToolCallResult` hooks
 *
 * Rejects with the error for the model, with `CancellationError`, or with `Fatal` for an error that
 * must end the run.
 */
export async function executeCall(work: CallWork): Promise<Executed> {
  const { run } = work
  let found = find(work)
  requireOn(work, found)
  let args = await checkArguments(work, found.executable)
  if (run.hooks.of('preToolCall').length) {
    const answer = await askPreToolCall(work)
    if (answer) return answer
    found = find(work)
    args = await checkArguments(work, found.executable)
    requireOn(work, found)
  }
  let permit: Permit | undefined
  if (mayAsk(work, found.executable)) {
    permit = await approve(work, found, args)
    const now = work.find(work.call.name)
    requireOn(work, now ?? found)
    if (permit) {
      args = permit.redeem(now)
      found = now ?? found
    }
  }
  requireSame(work, found)
  work.executable = found.executable
  work.cancellation.throwIfCancelled()
  const cached = readCache(work, found)
  if (cached) {
    const result = await askResultHooks(work, cached.value)
    return { result, charged: nothing, durationMs: 0, cached: true }
  }
  charge(work, found)
  watchRunning(work, found)
  const startedAt = (work.startedAt = run.ports.clock.now())
  try {
    if (run.journal) {
      await start(work, found, run.journal)
      permit?.recheck(work.find(work.call.name))
    }
    const result = await runHandler(work, found.executable, args)
    outlive(work)
    const durationMs = run.ports.clock.now() - startedAt
    writeCache(work, found, result)
    return {
      result: run.hooks.of('onToolCallResult').length ? await askResultHooks(work, result) : result,
      charged: found.executable.charges,
      durationMs,
    }
  } finally {
    outlive(work)
    endUndo(work)
    if (work.deferred.length) {
      await withGrace(cleanUp(work), work.cancellation, run.ports.clock)
    }
  }
}

/**
 * Returns the answer of a hook in place of the handler's. Returns undefined if the call goes on; a
 * hook may have changed the call.
 */
async function askPreToolCall(work: CallWork): Promise<Executed | undefined> {
  const { run, iteration } = work
  for (const hook of run.hooks.of('preToolCall')) {
    const change = await interceptor(work, () =>
      hook({ run: run.context, iteration, call: cloneJson(work.call) }),
    )
    if (!change) continue
    if ('error' in change) {
      const { error } = change
      throw AgentError.isInstance(error)
        ? error
        : new ToolHandlerError(work.tool, work.callId, error)
    }
    if ('result' in change) return { result: change.result, charged: nothing, durationMs: 0 }
    // The id stays, because the history has it: a hook may change the tool and the arguments only.
    const { name, arguments: args } = change.call
    work.call = { id: work.call.id, name, arguments: args }
  }
  return undefined
}

async function askResultHooks(work: CallWork, first: unknown): Promise<unknown> {
  const { run, call, iteration } = work
  let result = first
  for (const hook of run.hooks.of('onToolCallResult')) {
    const change = await interceptor(work, () =>
      hook({ run: run.context, iteration, call, result }),
    )
    if (change) result = change.result
  }
  return result
}

function readCache(work: CallWork, { executable }: Found): { readonly value: unknown } | undefined {
  const { toolCache } = work.run.config
  if (!toolCache || executable.cacheTtlMs === undefined) return undefined
  return toolCache.get(cacheKey(work), work.run.ports.clock.now())
}

function writeCache(work: CallWork, { executable }: Found, result: unknown): void {
  const { cacheTtlMs } = executable
  if (cacheTtlMs === undefined) return
  const { config, ports } = work.run
  config.toolCache?.set(cacheKey(work), result, ports.clock.now() + cacheTtlMs)
}

const cacheKey = ({ call }: CallWork): string => `${call.name} ${canonicalJson(call.arguments)}`

function charge({ run }: CallWork, { executable }: Found): void {
  try {
    run.spending.charge(executable.charges)
    for (const [key, amount] of Object.entries(executable.charges)) {
      run.charged[key] = exact((run.charged[key] ?? 0) + amount)
    }
  } catch (error) {
    throw new Fatal(error)
  }
}

/**
 * Writes to the journal that the call is about to run. Throws `Fatal` if that fails, so that the
 * call does not run.
 */
async function start(work: CallWork, { executable }: Found, journal: Journal): Promise<void> {
  const { call, callId, cancellation, run } = work
  const { effect = 'write' } = executable
  const idempotencyKey = `${run.session.id}:${callId}`
  try {
    await journal.started({ call: { ...call, id: callId }, effect, idempotencyKey })
  } catch (error) {
    throw new Fatal(error)
  }
  cancellation.throwIfCancelled()
}

async function runHandler(work: CallWork, executable: Executable, args: unknown): Promise<unknown> {
  const { run, call, callId, tool, iteration, cancellation } = work
  try {
    const result = attempt(
      `The tool "${call.name}"`,
      executable,
      run.ports.clock,
      cancellation,
      (own) => callHandler(work, executable, args, own),
      (nth, error) =>
        run.log.emit('tool_retrying', { callId, tool, iteration, attempt: nth, error }),
    )
    return result instanceof Promise ? await result : result
  } catch (thrown) {
    if (cancellation.reason) throw new CancellationError(cancellation.reason)
    throw TimeoutError.isInstance(thrown) ? thrown : new ToolHandlerError(tool, callId, thrown)
  }
}

/**
 * Runs the deferred clean-ups one after another, the last one first, even if the run no longer
 * waits for them.
 */
async function cleanUp({ run, tool, deferred }: CallWork): Promise<void> {
  for (const cleanup of deferred.splice(0).reverse()) {
    try {
      await cleanup()
    } catch (thrown) {
      run.warn('defer_threw', `A clean-up of "${tool}" threw: ${describeThrown(thrown)}`, tool)
    }
  }
}
