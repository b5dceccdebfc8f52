import type { CancelReason } from './cancel-reason.ts'
import type { Metadata } from './register.ts'
import { noUsage } from './budget/usage.ts'
import type { HookContext, HookRegistry } from './hooks.ts'
import type { RunHead } from './run.ts'
import type { RunReport, RunResult } from './run-result.ts'
import type { Session } from './session.ts'
import type { GivenOptions } from './check-options.ts'

/**
 * A run that ended before the engine was loaded: a cancelled run, or one whose engine could not be
 * loaded.
 */
export interface Unrun {
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
