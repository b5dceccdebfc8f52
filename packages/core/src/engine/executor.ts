import { AgentError } from '../errors/agent-error.ts'
import { placeInCache } from './cached-result.ts'
import { CallContext, outlive } from './call-context.ts'
import { inCall } from './call-around.ts'
import { type Cancellation } from '../cancellation.ts'
import { withGrace } from './grace.ts'
import { askPreToolCall, askResultHooks } from './call-hooks.ts'
import { type CallWork, type Executable, Fatal, type Found } from './call-work.ts'
import { approve, mayAsk } from '../approval/approve.ts'
import { optionsOf } from '../tools/call-subject.ts'
import type { Permit } from '../approval/binding.ts'
import { CancellationError } from '../errors/run-errors.ts'
import type { JsonObject } from '../json/json.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import { ToolHandlerError } from '../errors/tool-errors.ts'
import { exact } from '../budget/usage.ts'
import { type Retrying, attempt } from './attempt.ts'
import { auditStart } from './audit-calls.ts'
import { find, requireOn, requireSame } from './find-tool.ts'
import type { Journal } from './journal.ts'
import { checkArguments } from './check-arguments.ts'
import { cleanUp } from './clean-up.ts'
import { endUndo } from './on-undo.ts'
import { startedBefore, takeStarted, tellChange } from './started-call.ts'
import { watchRunning } from './provider-watch.ts'
import { showTouched, touchScope } from './touched.ts'
import { endOverBudget } from './spent-budget.ts'

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
  if (!sandbox) return inCall(work, () => handler(args as never, ctx))
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
  /** True if a hook of the result threw or was cancelled. Then nobody gets the result. */
  readonly isWithheld?: boolean | undefined
}

/** The charge of a call that was not charged. */
export const noCharge: Executed['charged'] = Object.freeze({})

/**
 * Runs one call, in these steps:
 *
 * 1. find the tool, check that it is on, and validate the arguments
 * 2. call the `preToolCall` hooks, if there are any: an answer ends the steps. A call that was
 *    started before a reload becomes what it was then. Step 1 is repeated
 * 3. ask for an approval if one is needed, then check again that the tool is on and nothing
 *    approved has changed
 * 4. take the result from the cache, or charge the budgets, write to the journal and run the
 *    handler
 * 5. call the `onToolCallResult` hooks, also for the answer of a hook or of the cache
 *
 * Rejects with the error for the model, with `CancellationError`, or with `Fatal` for an error that
 * must end the run. Never rejects after the handler has returned.
 */
export async function executeCall(work: CallWork): Promise<Executed> {
  const { run } = work
  let found = find(work)
  requireOn(work, found)
  let args = await checkArguments(work, found.executable)
  const started = startedBefore(work)
  if (run.hooks.of('preToolCall').length || started) {
    const answer = await askPreToolCall(work)
    if (answer) {
      return { ...(await askResultHooks(work, answer.result)), charged: noCharge, durationMs: 0 }
    }
    if (started) await takeStarted(work, started)
    found = find(work)
    args = await checkArguments(work, found.executable)
    requireOn(work, found)
  }
  const isAsked = mayAsk(work, found.executable)
  const permit = isAsked ? await approve(work, found) : undefined
  try {
    if (isAsked) {
      const now = work.find(work.call.name)
      requireOn(work, now ?? found)
      if (permit) {
        args = permit.redeem(now)
        found = now ?? found
      }
    }
    if (!permit && work.replaced) {
      tellChange(work, work.replaced, work.call.arguments as JsonObject)
    }
    return await perform(work, found, args, permit)
  } catch (thrown) {
    permit?.conclude(thrown)
    throw thrown
  }
}

/** Runs a call that may run, or takes its result from the cache. */
async function perform(
  work: CallWork,
  found: Found,
  args: unknown,
  permit: Permit | undefined,
): Promise<Executed> {
  const { run } = work
  requireSame(work, found)
  work.executable = found.executable
  work.cancellation.throwIfCancelled()
  const cache = placeInCache(work, found.executable)
  if (cache?.found) {
    permit?.conclude()
    const asked = await askResultHooks(work, cache.found.result)
    return { ...asked, charged: noCharge, durationMs: 0, cached: true }
  }
  charge(work, found)
  watchRunning(work, found)
  try {
    if (run.journal) await start(work, found, run.journal)
    const noted = auditStart(work, permit?.by)
    if (noted) await work.cancellation.race(noted)
    // Between the last check and the handler nothing is awaited, so that the page cannot change.
    const check = (): Promise<void> | undefined => permit?.recheck(work.find(work.call.name))
    for (let checking = check(); checking; checking = check()) {
      await work.cancellation.race(checking)
    }
    permit?.conclude()
    const startedAt = (work.startedAt = run.ports.clock.now())
    const result = await runHandler(work, found.executable, args, check)
    touchScope(work, found)
    run.page?.expect(found.registered?.tool.waitFor)
    const durationMs = run.ports.clock.now() - startedAt
    // From here on the call has succeeded, and nothing makes it one that did not run.
    outlive(work)
    cache?.keep(result)
    const isAsked = run.hooks.of('onToolCallResult').length > 0
    return {
      ...(isAsked ? await askResultHooks(work, result) : { result }),
      charged: found.executable.charges,
      durationMs,
    }
  } finally {
    run.page?.changed(run.ports.clock.now())
    run.toolbox.registry.commits.announce()
    outlive(work)
    endUndo(work)
    showTouched(work)
    if (work.deferred.length) {
      await withGrace(cleanUp(work), work.cancellation, run.ports.clock)
    }
  }
}

function charge(work: CallWork, { executable }: Found): void {
  const { run } = work
  try {
    run.spending.charge(executable.charges)
    for (const [key, amount] of Object.entries(executable.charges)) {
      run.charged[key] = exact((run.charged[key] ?? 0) + amount)
    }
    work.charged = executable.charges
  } catch (error) {
    endOverBudget(run, error)
    throw new Fatal(error)
  }
}

/**
 * Writes to the journal that the call is about to run. Throws `Fatal` if that fails, so that the
 * call does not run.
 */
async function start(work: CallWork, { executable }: Found, journal: Journal): Promise<void> {
  const { call, callId, cancellation, run } = work
  const { effect = 'write' } = optionsOf(executable, call.arguments)
  const idempotencyKey = `${run.session.id}:${callId}`
  try {
    const isChanged = work.changed !== undefined
    await journal.started({ call: { ...call, id: callId }, effect, idempotencyKey, isChanged })
  } catch (error) {
    throw new Fatal(error)
  }
  cancellation.throwIfCancelled()
}

async function runHandler(
  work: CallWork,
  executable: Executable,
  args: unknown,
  check: Retrying['check'],
): Promise<unknown> {
  const { run, call, callId, tool, iteration, cancellation } = work
  try {
    const result = attempt(
      `The tool "${call.name}"`,
      executable,
      run.ports.clock,
      cancellation,
      (own) => callHandler(work, executable, args, own),
      {
        onRetry: (nth, error) => {
          run.log.emit('tool_retrying', { callId, tool, iteration, attempt: nth, error })
          return run.page?.beforeRetry(run, { iteration, beforeCallId: callId })
        },
        check,
      },
    )
    return result instanceof Promise ? await result : result
  } catch (thrown) {
    if (cancellation.reason) throw new CancellationError(cancellation.reason)
    throw TimeoutError.isInstance(thrown) ? thrown : new ToolHandlerError(tool, callId, thrown)
  }
}
