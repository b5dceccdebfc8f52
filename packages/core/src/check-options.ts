import { AgentError } from './errors/agent-error.ts'
import { toParameters } from './schema/parameters.ts'
import { checkKinds } from './options/check-kinds.ts'
import { checkCount, checkNumber, checkWord, refuseValue } from './options/check-values.ts'
import { dropUndefined } from './json/json.ts'
import { hintUnknown } from './options/hint-unknown.ts'
import { checkLimits } from './options/limits.ts'
import { mergeBudgets, mergeKeys } from './options/merge-options.ts'
import { checkRates } from './budget/rates.ts'
import { checkMade } from './check-made.ts'
import type { AgentOptions, RunOptions } from './agent-options.ts'
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

const byKind = {
  string: 'name userId tenantId sessionId session apiKey',
  boolean: 'includeToolTrace includeRaw autoResume',
  function: 'createId random',
  object: 'limits rates metadata on retry reasoning parent',
  array: 'tools scopes budgets guardrails modalities history',
}

const owner = 'an agent'

/**
 * Puts the options of a call in the place of the agent's. Limits, budgets, dependencies and
 * metadata are merged. Throws `AgentError`, which names the option, if one is wrong.
 */
export function checkOptions(agent: AgentOptions, call: CallOptions = {}): GivenOptions {
  checkKinds(agent, byKind, '')
  checkKinds(call, byKind, '')
  hintUnknown('call', call, 'a call')
  // An option that the call sets to undefined does not override the agent's.
  const given = { ...agent, ...dropUndefined(call) }
  if (given.model?.specificationVersion !== 'v4') {
    throw new AgentError(
      '`model` is not a LanguageModelV4. Give createProxyModel({ … }) or a model of the AI SDK 7.',
    )
  }
  checkMade(given)
  const { tools = [] } = call
  const names = new Set(tools.map((tool) => (typeof tool === 'string' ? tool : tool.name)))
  if (names.size < tools.length) {
    throw new AgentError('`tools` names one tool twice. The model could not tell them apart.')
  }
  checkWords(given)
  checkNumbers(given)
  checkLimits(given.limits)
  checkRates(given.rates)
  if (given.output !== undefined) toParameters(given.output, '`output`')
  return {
    ...given,
    model: given.model,
    limits: mergeKeys(agent.limits, call.limits),
    budgets: mergeBudgets(agent.budgets, call.budgets),
    dependencies: mergeKeys(agent.dependencies, call.dependencies),
    metadata: mergeKeys(agent.metadata, call.metadata),
  }
}

type Given = Omit<RunOptions, 'metadata' | 'dependencies'> & Pick<AgentOptions, 'preload' | 'on'>

function checkWords(given: Given): void {
  const { instructions = '', settle = false, modalities = [], reasoning, on = {} } = given
  for (const name of Object.keys(words) as (keyof typeof words)[]) {
    checkWord(name, given[name], words[name], owner)
  }
  checkWord('preload', given.preload, ['intent', 'idle', 'now'], owner)
  if (typeof instructions !== 'string' && typeof instructions !== 'function') {
    refuseValue('instructions', instructions, 'text, or a function that returns text')
  }
  if (settle !== false && (typeof settle !== 'object' || settle === null)) {
    refuseValue('settle', settle, '{ timeoutMs } or false')
  }
  const kinds = ['image', 'audio', 'file']
  modalities.forEach((kind, at) => checkWord(`modalities[${at}]`, kind ?? null, kinds, owner))
  if (reasoning) {
    const { enabled, effort } = reasoning
    if (typeof enabled !== 'boolean') refuseValue('reasoning.enabled', enabled, 'true or false')
    const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max']
    checkWord('reasoning.effort', effort, efforts, owner)
  }
  for (const [type, handler = checkWords] of Object.entries(on)) {
    if (typeof handler !== 'function') refuseValue(`on["${type}"]`, handler, 'a function')
  }
}

function checkNumbers({ retry, settle, reasoning, ...given }: Given): void {
  checkCount('toolConcurrency', given.toolConcurrency, 1)
  checkCount('toolResultMaxBytes', given.toolResultMaxBytes)
  if (settle) checkCount('settle.timeoutMs', settle.timeoutMs)
  checkNumber('`retry.maxRetries`', retry?.maxRetries, { most: 10, isWhole: true })
  checkNumber('`retry.initialDelayMs`', retry?.initialDelayMs, { most: 3_600_000 })
  checkNumber('`retry.maxDelayMs`', retry?.maxDelayMs, { most: 3_600_000 })
  if (retry) checkKinds(retry, { function: 'retryableErrors' }, ' of `retry`')
  if (reasoning?.enabled && !reasoning.effort) {
    checkCount('reasoning.budgetTokens', reasoning.budgetTokens, 1)
  }
}
