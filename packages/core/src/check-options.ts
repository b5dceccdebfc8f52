import { AgentError } from './errors/agent-error.ts'
import { toParameters } from './schema/parameters.ts'
import { checkCount, checkNumber, checkWord } from './options/check-values.ts'
import { dropUndefined } from './json/json.ts'
import { checkEarly } from './options/check-early.ts'
import { hintAtRates } from './options/hint-at-rates.ts'
import { checkLimits } from './options/limits.ts'
import { mergeBudgets, mergeKeys, mergeProviderOptions } from './options/merge-options.ts'
import { checkRates } from './budget/rates.ts'
import { checkMade } from './check-made.ts'
import type { AgentOptions } from './agent-options.ts'
import type { CallOptions } from './call-options.ts'

/** The options of an agent with those of a call: merged, or in their place. */
export type GivenOptions = Omit<AgentOptions, 'tools'> &
  Omit<CallOptions, 'tools' | 'metadata' | 'dependencies'>

/** The options whose value is one of a few words. The first word is the default. */
export const words = {
  onBusy: ['reject', 'queue', 'steer', 'interrupt'],
  toolMode: ['auto', 'return'],
  toolParallelism: ['serial', 'parallel'],
  toolArgValidation: ['strict', 'lenient', 'none'],
  toolErrorMode: ['recover', 'abort'],
} as const

/**
 * Puts the options of a call in the place of the agent's. Limits, budgets, dependencies, metadata
 * and provider options are merged. Throws `AgentError`, which names the option, if one is wrong. In
 * production, some wrong values are first found by the engine.
 */
export function checkOptions(agent: AgentOptions, call: CallOptions = {}): GivenOptions {
  checkEarly('call', call)
  // An option that the call sets to undefined does not override the agent's.
  const given = { ...agent, ...dropUndefined(call) }
  if (given.model?.specificationVersion !== 'v4') {
    throw new AgentError(
      '`model` is not a LanguageModelV4. Give createProxyModel({ … }) or a model of the AI SDK 7.',
    )
  }
  checkMade({ ...given, tools: call.tools ?? agent.tools })
  const { tools = [] } = call
  const names = new Set(tools.map((tool) => (typeof tool === 'string' ? tool : tool.name)))
  if (names.size < tools.length) {
    throw new AgentError('`tools` names one tool twice. The model could not tell them apart.')
  }
  const { retry, settle, reasoning, output } = given
  for (const name of Object.keys(words) as (keyof typeof words)[]) {
    checkWord(name, given[name], words[name], 'an agent')
  }
  checkWord('preload', given.preload, ['intent', 'idle', 'now'], 'an agent')
  checkLimits(given.limits)
  checkRates(given.rates)
  checkCount('toolConcurrency', given.toolConcurrency, 1)
  checkCount('toolResultMaxBytes', given.toolResultMaxBytes)
  if (settle) checkCount('settle.timeoutMs', settle.timeoutMs)
  checkNumber('`retry.maxRetries`', retry?.maxRetries, { most: 10 })
  checkNumber('`retry.initialDelayMs`', retry?.initialDelayMs, { most: 3_600_000 })
  checkNumber('`retry.maxDelayMs`', retry?.maxDelayMs, { most: 3_600_000 })
  if (reasoning?.enabled && !reasoning.effort) {
    checkCount('reasoning.budgetTokens', reasoning.budgetTokens, 1)
  }
  if (output !== undefined) toParameters(output, '`output`')
  return {
    ...given,
    model: given.model,
    limits: mergeKeys(agent.limits, call.limits),
    budgets: mergeBudgets(agent.budgets, call.budgets),
    dependencies: mergeKeys(agent.dependencies, call.dependencies),
    metadata: mergeKeys(agent.metadata, call.metadata),
    providerOptions: mergeProviderOptions(agent.providerOptions, call.providerOptions),
  }
}

/** Checks the options of an agent. Throws `AgentError`, which names the option, if one is wrong. */
export function checkAgent(options: AgentOptions): void {
  checkEarly('agent', options)
  checkOptions(options)
  hintAtRates(options)
}
