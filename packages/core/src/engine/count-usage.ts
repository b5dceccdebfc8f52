import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelError } from '../errors/model-error.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import type { ModelRequest } from '../model/request.ts'
import type { ModelResponse } from '../model/response.ts'
import { dropUndefined } from '../json/json.ts'
import { costOf } from '../budget/rates.ts'
import { type Usage, noUsage } from '../budget/usage.ts'
import { estimateTokens } from '../model/to-usage.ts'
import type { LoopRun } from './run-core.ts'

/** A model call that has ended. */
export interface Counted {
  readonly iteration: number
  readonly model: LanguageModelV4
  readonly request: ModelRequest
  readonly outcome: { readonly response: ModelResponse; readonly error?: ModelError | undefined }
  readonly startedAt: number
  /** The number of requests to the model: one, and one more for each retry. */
  readonly attempts: number
}

/**
 * Adds the usage of a model call to the run, its budgets and the ledger. Estimates the usage if the
 * provider reported none.
 */
export function countUsage(run: LoopRun, counted: Counted): Usage {
  const { iteration, model, request, outcome } = counted
  const { response, error } = outcome
  const estimated = response.usage === undefined
  const usage = Object.freeze(response.usage ?? estimateUsage(request, response))
  if (estimated && response.finishReason !== undefined) {
    run.warn('usage_estimated', 'The model reported no usage: tokens are estimated from the text.')
  }
  const { rates } = run.config
  const rate = Object.hasOwn(rates, model.modelId) ? rates[model.modelId] : undefined
  if (!rate && run.spending.counts('costUsd')) {
    run.warn('unknown_rate', `\`rates\` has no "${model.modelId}": its cost is not counted.`)
  }
  const costUsd = rate && costOf(usage, rate)
  run.addUsage(usage, costUsd)
  run.spending.recordModelCall({ tokens: usage.totalTokens, costUsd: costUsd ?? 0 })
  if (usage !== noUsage)
    run.log.emit('usage', { iteration, usage, estimated: estimated || undefined })
  append(run, {
    ...counted,
    usage,
    costUsd,
    status: run.cancellation.reason ? 'cancelled' : error ? 'failed' : 'ok',
  })
  return usage
}

function estimateUsage(request: ModelRequest, response: ModelResponse): Usage {
  const { content, reasoning = '', calls, parts, finishReason } = response
  if (parts.length === 0 && finishReason === undefined) return noUsage
  const promptTokens = estimateTokens(JSON.stringify(request.prompt).length)
  const completionTokens = estimateTokens(
    content.length + reasoning.length + (calls.length ? JSON.stringify(calls).length : 0),
  )
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens }
}

function append(
  run: LoopRun,
  row: Counted & {
    usage: Usage
    costUsd: number | undefined
    status: 'ok' | 'failed' | 'cancelled'
  },
): void {
  const { ledger } = run.config
  if (!ledger) return
  const { iteration, model, outcome, startedAt, attempts, usage, costUsd, status } = row
  const { runId, rootRunId, agentId, sessionId, userId, tenantId } = run.context
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
      model: model.modelId,
      status,
      attempts,
      error: outcome.error?.code,
      usage,
      costUsd,
      toolCalls: outcome.response.calls.length,
      durationMs: at - startedAt,
    })
    const written = ledger.append(Object.freeze(entry))
    if (written instanceof Promise) written.catch(warn)
  } catch (thrown) {
    warn(thrown)
  }
}
