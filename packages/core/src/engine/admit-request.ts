import type { LanguageModelV4 } from '@ai-sdk/provider'
import { costOf } from '../budget/rates.ts'
import { estimateRequest } from '../model/estimate-request.ts'
import type { ModelRequest } from '../model/request.ts'
import type { LoopRun } from './run-core.ts'

/**
 * Throws `BudgetExceededError` if a request surely does not fit into what is left of the tokens or
 * the money. The estimate of a request may be too high. So only half of it is compared, at the
 * price of cached tokens.
 */
export function admitRequest(run: LoopRun, model: LanguageModelV4, request: ModelRequest): void {
  const { spending, config } = run
  if (!spending.counts('tokens') && !spending.counts('costUsd')) return
  const tokens = Math.floor(estimateRequest(request) / 2)
  const { modelId } = model
  const rate = Object.hasOwn(config.rates, modelId) ? config.rates[modelId] : undefined
  const usage = {
    promptTokens: tokens,
    completionTokens: 0,
    totalTokens: tokens,
    cachedTokens: tokens,
  }
  spending.admitModelCall({ tokens, costUsd: rate ? costOf(usage, rate) : 0 })
}
