import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'

/** One model call as the model gets it, its signal aside. Source: `LanguageModelV4CallOptions` of `@ai-sdk/provider`. */
export type ModelRequest = Omit<LanguageModelV4CallOptions, 'abortSignal'>

/** How much a model that can think does before it answers. */
export interface ReasoningOptions {
  readonly enabled: boolean
  readonly effort?: 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined
  /** Tokens to think in; becomes the nearest effort where none is given: `low` to 2,048, `medium` to 8,192, then `high`. */
  readonly budgetTokens?: number | undefined
}

/** As a model is asked for it; undefined leaves it to the provider. */
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
