import type { JSONObject, LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { type ModelCall, takesCacheMarks } from '@ambit/protocol'

type Options = ModelCall['options']

/** The tokens that thinking leaves for the answer at least. */
const leastAnswer = 1024

/** The smallest budget of thinking that Anthropic takes. */
const leastBudget = 1024

/** The share of a model's longest answer for each kind of reasoning, as the AI SDK sets it. */
const shares: Readonly<Record<string, number>> = {
  minimal: 0.02,
  low: 0.1,
  medium: 0.3,
  high: 0.6,
  xhigh: 0.9,
  max: 0.95,
}

/** The models of Anthropic that choose by themselves how long they think, within the answer. */
const adaptive = /claude-(\w+-[5-9]|(sonnet|opus)-4-[6-9])(?!\d)/

/** Those of them that take no budget. */
const withoutBudget = /claude-(\w+-[5-9]-[5-9]|fable-[5-9])(?!\d)/

/** Whether a call asks for reasoning, by its effort or by an option of a provider. */
export const asksThinking = ({ reasoning, providerOptions = {} }: Options): boolean =>
  (reasoning ?? '') in shares ||
  Object.values(providerOptions).some((options) => fields.some((field) => options[field]))

const fields = ['thinking', 'reasoningConfig']

/** What the AI SDK shows of thinking for an effort. */
const summarized = { display: 'summarized' }

/**
 * Makes thinking a part of `most`, the limit of an answer. The AI SDK's providers of Anthropic and
 * of Amazon Bedrock add the budget of thinking to the limit. Those of others count it within.
 *
 * Each kind of thinking is named in the options, so that it does not depend on what the AI SDK
 * knows about a model.
 */
export function fitThinking(
  options: Options,
  { provider, modelId }: Pick<LanguageModelV4, 'provider' | 'modelId'>,
  most: number,
): Options {
  const isAnthropic = takesCacheMarks(provider)
  const isBedrock = !isAnthropic && /bedrock/.test(provider) && /anthropic|claude/.test(modelId)
  if (!isAnthropic && !isBedrock) return options
  const field = isAnthropic ? 'thinking' : 'reasoningConfig'
  const given = options.providerOptions ?? {}
  const share = shares[options.reasoning ?? '']
  const main = isAnthropic ? 'anthropic' : 'bedrock'
  const longest = /claude-opus-4(?!-5)/.test(modelId) ? 32_000 : 64_000
  const wanted: SharedV4ProviderOptions = {
    ...(share !== undefined && { [main]: { [field]: byEffort(modelId, share * longest) } }),
    // The provider reads one of these, and an option wins over the effort.
    ...Object.fromEntries(
      Object.entries(given).filter(([, values]) => Object(values[field]) === values[field]),
    ),
  }
  const { maxOutputTokens = most, reasoning, ...rest } = options
  let answer = Math.min(maxOutputTokens, most)
  let isOff = false
  const fit = (thinking: JSONObject): JSONObject => {
    if (thinking['type'] !== 'enabled') return thinking
    if (isAnthropic && withoutBudget.test(modelId)) return { type: 'adaptive', ...summarized }
    const asked = Number(thinking['budgetTokens'] ?? leastBudget)
    const budgetTokens = Math.min(Math.max(leastBudget, asked), most - leastAnswer)
    if (!(budgetTokens >= leastBudget)) {
      isOff = true
      return { type: 'disabled' }
    }
    answer = Math.min(answer, most - budgetTokens)
    return { ...thinking, budgetTokens }
  }
  const providerOptions = { ...given }
  for (const [namespace, values] of Object.entries(wanted)) {
    const thinking = fit(values[field] as JSONObject)
    providerOptions[namespace] = { ...given[namespace], [field]: thinking }
  }
  return {
    ...rest,
    // Else the effort would bring back what is off.
    ...(reasoning !== undefined && !isOff && { reasoning }),
    maxOutputTokens: answer,
    providerOptions,
  }
}

/** Returns the thinking of an effort, as the AI SDK's provider would set it. */
const byEffort = (modelId: string, budget: number): JSONObject =>
  adaptive.test(modelId)
    ? { type: 'adaptive', ...summarized }
    : { type: 'enabled', budgetTokens: Math.ceil(budget) }
