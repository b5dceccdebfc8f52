import type { LoopRun } from '../../engine/run.ts'
import type { Feature } from '../../engine/seams.ts'
import type { CountedCall } from '../../engine/send.ts'
import { describeThrown } from '../../errors/agent-error.ts'
import { dropUndefined } from '../../json/json.ts'

/** The feature that writes a row of the ledger for each model call. */
export const ledger: Feature = { counted: append }

function append(run: LoopRun, call: CountedCall): void {
  const { iteration, modelId: model, outcome, startedAt, attempts, usage, costUsd, status } = call
  const { id: runId, rootId: rootRunId, agentId, sessionId } = run
  const { id: userId, tenant: tenantId } = run.config.user
  const at = run.ports.clock.now()
  const warn = (thrown: unknown): void =>
    run.warn('ledger_failed', `A row was not written: ${describeThrown(thrown)}`)
  try {
    const entry = dropUndefined({
      at,
      runId,
      rootRunId,
      agentId,
      sessionId,
      userId,
      tenantId,
      iteration,
      model,
      status,
      attempts,
      error: outcome.error?.kind,
      usage,
      costUsd,
      toolCalls: outcome.response.calls.length,
      durationMs: at - startedAt,
    })
    const written = run.config.ledger?.append(Object.freeze(entry))
    if (written instanceof Promise) written.catch(warn)
  } catch (thrown) {
    warn(thrown)
  }
}
