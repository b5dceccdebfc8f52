import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'

/**
 * One model call as the model gets it, without the signal. Source: `LanguageModelV4CallOptions` of
 * `@ai-sdk/provider`.
 */
export type ModelRequest = Omit<LanguageModelV4CallOptions, 'abortSignal'>

/** The amount of thinking before an answer, for a model that can think. */
export interface ReasoningOptions {
  readonly enabled: boolean
  readonly effort?: 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined
  /**
   * The tokens to think in. Without an `effort`, they select the nearest one: `low` up to 2,048,
   * `medium` up to 8,192, then `high`.
   */
  readonly budgetTokens?: number | undefined
}

/** Converts the options to those of a model request. Undefined leaves thinking to the provider. */
export function toReasoning(
  options: ReasoningOptions | undefined,
): LanguageModelV4CallOptions['reasoning'] {
  if (!options) return undefined
  const { enabled, effort, budgetTokens } = options
  if (!enabled) return 'none'
  if (effort) return effort
  if (budgetTokens === undefined) return 'provider-default'
  if (budgetTokens <= 2_048) return 'low'
  return budgetTokens <= 8_192 ? 'medium' : 'high'
}
