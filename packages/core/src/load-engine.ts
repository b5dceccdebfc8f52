import type { CancelReason } from './cancellation.ts'
import type * as engine from './features/features.ts'
import type * as keeping from './features/keeping/session-keeper.ts'
import type { HookContext, HookRegistry } from './hooks.ts'
import { lazily, type Loader } from './lazily.ts'
import type { ChatInput } from './messages/message.ts'
import { noUsage } from './model/usage.ts'
import type { GivenOptions } from './options/check.ts'
import type { Metadata } from './register.ts'
import type { RunHead, RunReport, RunResult } from './run.ts'
import type { Session } from './session.ts'
import type { Queue } from './state/stores.ts'

/**
 * Loads the engine, which is a chunk of its own. A page registers its tools and renders without the
 * engine. The option `preload` decides when the engine is fetched.
 */
export const loadEngine: Loader<typeof engine> = lazily(() => import('./features/features.ts'))

/** Loads the keeping of sessions in a storage, a chunk of its own. */
export const loadKeeper: Loader<typeof keeping> = lazily(
  () => import('./features/keeping/session-keeper.ts'),
)

/**
 * Loads the engine for a run. The message of a chat waits in the queue and can be withdrawn. Ends
 * the run, and throws the reason, if it is cancelled or if the engine cannot be had. `keep` then
 * keeps the words of the person.
 */
export async function waitForEngine(
  run: Unrun,
  input: ChatInput | undefined,
  queue: Queue,
  keep: (() => void) | undefined,
): Promise<void> {
  const { head } = run
  let kept = keep
  const withdraw = (): void => {
    kept = undefined
    head.cancel({ kind: 'user' })
  }
  const isShown = keep !== undefined && input !== undefined
  const leave = isShown && queue.add({ runId: head.id, input, cancel: withdraw })
  try {
    await head.cancellation.race(loadEngine())
  } catch (error) {
    head.start(input)
    await endUnrun(run, error as Error, kept)
  } finally {
    if (leave) leave()
  }
}

/**
 * A run that ended before the engine was loaded: a cancelled run, or one whose engine could not be
 * loaded.
 */
interface Unrun {
  readonly head: RunHead
  readonly session: Session
  readonly given: GivenOptions
  readonly hooks: HookRegistry
}

/**
 * Ends a run that the engine never began, and throws the reason. Calls the hook of the run's end,
 * and emits the terminal event. `keep` is called first: it keeps the words of the person.
 */
export async function endUnrun(run: Unrun, error: Error, keep?: () => void): Promise<never> {
  const { head, hooks } = run
  const { reason } = head.cancellation
  keep?.()
  head.status = reason ? 'cancelled' : 'failed'
  head.core = { report: toReport(run), fail: () => undefined }
  const context = toContext(run)
  const heard = reason
    ? hooks.notify('onRunCancelled', { run: context, reason })
    : hooks.notify('onRunError', { run: context, error })
  await heard.catch(() => undefined)
  if (reason) head.log.emit('cancelled', { reason, usage: noUsage })
  else head.log.emit('failed', { error, usage: noUsage })
  throw error
}

/** Returns the result of an `execute` that the engine never began. */
export function toUnrunResult(run: Unrun, error: Error): RunResult {
  const report = toReport(run)
  return {
    runId: report.runId,
    content: '',
    finishReason: 'other',
    status: report.status as RunResult['status'],
    usage: noUsage,
    artifacts: [],
    messages: [],
    report,
    trace: [],
    model: run.given.model.modelId,
    durationMs: report.durationMs,
    createdAt: report.startedAt,
    error,
  }
}

function toReport({ head, session, given }: Unrun): RunReport {
  const { id: runId, rootId: rootRunId, agentId: name, status, startedAt } = head
  const endedAt = head.log.now()
  const { userId, tenantId } = given
  return {
    runId,
    rootRunId,
    name,
    sessionId: head.givenSessionId ?? session.id,
    userId,
    tenantId,
    status,
    startedAt,
    endedAt,
    durationMs: endedAt - startedAt,
    usage: noUsage,
    charged: {},
    iterations: [],
    children: [],
  }
}

function toContext({ head, session, given }: Unrun): HookContext {
  const { agentId, id: runId, rootId: rootRunId, hookState: state } = head
  const { userId, tenantId, metadata = {} as Metadata } = given
  const cancel = (reason?: CancelReason): void => head.cancel(reason)
  const sessionId = head.givenSessionId ?? session.id
  return { agentId, runId, rootRunId, sessionId, userId, tenantId, metadata, state, cancel }
}
