import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelError } from '../errors/model-error.ts'
import { describeThrown } from '../errors/describe-thrown.ts'
import type { ModelRequest } from '../model/request.ts'
import type { ModelResponse } from '../model/response.ts'
import { dropUndefined } from '../json/json.ts'
import { costOf, unknownRate } from '../budget/rates.ts'
import { type Usage, noUsage } from '../budget/usage.ts'
import { estimateRequest } from '../model/estimate-request.ts'
import { estimateTokens } from '../wire/estimate-tokens.ts'
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
 * Adds the usage of a model call to the run, its budgets and the ledger. Estimates what the
 * provider did not report. A count of 0 is no report, except of an answer that is empty.
 */
export function countUsage(run: LoopRun, counted: Counted): Usage {
  const { iteration, model, request, outcome } = counted
  const { response, error } = outcome
  const { usage, estimated } = complete(response, request)
  if (estimated && response.finishReason !== undefined) {
    run.warn('usage_estimated', `"${model.modelId}" ${unreported}`)
  }
  const { rates } = run.config
  const rate = Object.hasOwn(rates, model.modelId) ? rates[model.modelId] : undefined
  if (!rate && run.spending.counts('costUsd')) {
    run.warn('unknown_rate', unknownRate(model.modelId))
  }
  const costUsd = rate && costOf(usage, rate)
  run.addUsage(usage, costUsd)
  run.spending.recordModelCall({ tokens: usage.totalTokens, costUsd: costUsd ?? 0 })
  if (usage !== noUsage) {
    run.log.emit('usage', { iteration, usage, estimated: estimated || undefined, costUsd })
  }
  append(run, {
    ...counted,
    usage,
    costUsd,
    status: run.cancellation.reason ? 'cancelled' : error ? 'failed' : 'ok',
  })
  return usage
}

const unreported =
  'reported no usage, or a part of it. Its tokens are estimated from the text, so limits and costs are not exact.'

/** Returns the usage of a call, and tells if a part of it had to be estimated. */
function complete(
  response: ModelResponse,
  request: ModelRequest,
): { usage: Usage; estimated: boolean } {
  const { content, reasoning = '', calls, parts, finishReason, usage: reported } = response
  const isEmpty = parts.length === 0
  if (!reported && isEmpty && finishReason === undefined) {
    return { usage: noUsage, estimated: false }
  }
  const isPromptKnown = reported !== undefined && reported.promptTokens > 0
  const isAnswerKnown = reported !== undefined && (reported.completionTokens > 0 || isEmpty)
  const promptTokens = isPromptKnown ? reported.promptTokens : estimateRequest(request)
  const completionTokens = isAnswerKnown
    ? reported.completionTokens
    : Math.ceil(
        estimateTokens(content) +
          estimateTokens(reasoning) +
          (calls.length ? estimateTokens(JSON.stringify(calls)) : 0),
      )
  const totalTokens = promptTokens + completionTokens
  const usage = Object.freeze({ ...reported, promptTokens, completionTokens, totalTokens })
  return { usage, estimated: !isPromptKnown || !isAnswerKnown }
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
