import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import { AgentError } from '../errors/agent-error.ts'
import type { Budget } from '../features/budgets/budget.ts'
import { dropUndefined } from '../json/json.ts'
import type { AgentOptions, CallOptions } from '../options.ts'
import { toParameters } from '../schema/parameters.ts'
import { Scope } from '../tools/scope.ts'
import { Tool } from '../tools/tool.ts'
import { checkEarly } from './check-early.ts'
import { checkRates, hintAtRates } from './rates.ts'
import { checkCount, checkIs, checkNumber, checkWord, inWords, refuseValue } from './values.ts'

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

const core = 'of @ambit/core'

/**
 * The options that are objects: the method that each object must have, and the code that makes it.
 */
const made: Readonly<Record<string, readonly [method: string, maker: string]>> = {
  approval: ['check', `approvals({ … }) ${core}`],
  audit: ['append', `memoryAudit() ${core}/audit, or an object with a function \`append\``],
  compaction: ['compact', `trim({ … }), summarize({ … }) or hybrid({ … }) ${core}/compaction`],
  conversation: ['append', 'an object with a function `append`'],
  followups: ['suggest', `followups() ${core}/answers`],
  ledger: ['append', `memoryLedger() ${core}/budget, or an object with a function \`append\``],
  lifecycle: ['isOnline', 'pageLifecycle() of @ambit/browser'],
  redaction: ['text', `redaction({ … }) ${core}/redaction`],
  repair: ['toMessage', `repair({ … }) ${core}/answers`],
  sandbox: ['run', 'sandbox() of @ambit/browser'],
  storage: ['claim', `indexedDbStorage() of @ambit/browser, or memoryStorage() ${core}/storage`],
  toolList: ['choose', `stable() or present() ${core}/tool-list`],
  toolCache: ['get', `toolCache() ${core}`],
  toolResultLimit: ['limit', `truncate({ … }) or condense({ … }) ${core}/compaction`],
}

type Options = Readonly<Record<string, unknown>>

/**
 * Throws `AgentError` for a plain object or another value in place of a `Tool`, a `Scope` or an
 * imported feature. The message names the option and the function that makes its value.
 */
export function checkMade(options: object): void {
  const given = options as Options
  for (const [option, [method, maker]] of Object.entries(made)) {
    const value = given[option]
    if (value !== undefined && !hasMethod(value, method)) refuseValue(option, value, maker)
  }
  listOf(given, 'tools').forEach((tool, at) => {
    if (typeof tool !== 'string') checkIs(Tool, `tools[${at}]`, tool, 'new Tool({ … })')
  })
  listOf(given, 'scopes').forEach((scope, at) =>
    checkIs(Scope, `scopes[${at}]`, scope, 'new Scope({ … })'),
  )
  listOf(given, 'budgets').forEach((budget, at) => {
    if (hasMethod(budget, 'record')) return
    refuseValue(`budgets[${at}]`, budget, `createBudget(name, { limit }) ${core}/budget`)
  })
  listOf(given, 'guardrails').forEach((guardrail, at) => {
    if (hasMethod(guardrail, 'check')) return
    refuseValue(
      `guardrails[${at}]`,
      guardrail,
      `inputGuardrail(…) or outputGuardrail(…) ${core}/answers`,
    )
  })
}

function listOf(given: Options, option: string): readonly unknown[] {
  const value = given[option]
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  throw new AgentError(`\`${option}\` is ${inWords(value)}. Give an array.`)
}

function hasMethod(value: unknown, method: string): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as Options)[method] === 'function'
  )
}

/**
 * The limits of one run. A limit that is left out, or is `Infinity`, never ends a run; only
 * `iterations` has a default.
 */
export interface Limits {
  /** The most model calls. A whole number from 1. Default 10. */
  readonly iterations?: number | undefined
  /**
   * The most tokens: prompt and completion tokens of all model calls, and the `tokens` that tools
   * charge. A whole number from 0; 0 blocks the first call.
   */
  readonly tokens?: number | undefined
  /**
   * The most US dollars: model calls by the agent's `rates`, and the `costUsd` that tools charge.
   */
  readonly costUsd?: number | undefined
  /** The most handlers that run. */
  readonly toolCalls?: number | undefined
  /** The most milliseconds from start to end. Waits for people do not count. */
  readonly wallMs?: number | undefined
  /**
   * The most calls of one tool with equal arguments in a row, over all iterations. A call of
   * another tool, or with other arguments, begins a new row. A whole number from 1.
   */
  readonly identicalCalls?: number | undefined
}

const ranges: Record<keyof Limits, Parameters<typeof checkNumber>[2]> = {
  iterations: { least: 1, isWhole: true },
  tokens: { isWhole: true },
  costUsd: {},
  toolCalls: { isWhole: true },
  wallMs: {},
  identicalCalls: { least: 1, isWhole: true },
}

/**
 * Checks limits. Throws `AgentError`, naming the limit, for an unknown key and for a value that is
 * not a number in range. Also throws for limits that are no plain object.
 */
export function checkLimits(limits: Limits = {}): void {
  // A list or a Map has entries, but they limit nothing.
  if (typeof limits !== 'object' || limits === null || Symbol.iterator in limits) {
    refuseValue('limits', limits, 'an object, such as { tokens: 50_000 }')
  }
  for (const [key, limit] of Object.entries(limits) as [keyof Limits, number | undefined][]) {
    if (!Object.hasOwn(ranges, key)) {
      throw new AgentError(
        `There is no limit "${key}", so it would limit nothing. Use one of: ${Object.keys(ranges).join(', ')}.`,
      )
    }
    checkNumber(`\`limits.${key}\``, limit, { most: Number.POSITIVE_INFINITY, ...ranges[key] })
  }
}

/**
 * Merges two records key by key. The keys of `over` count, except those that are undefined. A value
 * that is no plain object, such as an instance of a class, has no keys to merge: it replaces
 * `base`.
 */
export function mergeKeys<T>(base: T | undefined, over: T | Partial<T> | undefined): T | undefined {
  if (!isPlain(base) || !isPlain(over)) return (over ?? base) as T | undefined
  return { ...base, ...dropUndefined(over) }
}

/** Merges the options for providers, by the provider's name and then key by key. */
function mergeProviderOptions(
  base: SharedV4ProviderOptions | undefined,
  over: SharedV4ProviderOptions | undefined,
): SharedV4ProviderOptions | undefined {
  if (!base || !over) return over ?? base
  const merged = { ...base }
  for (const [provider, options] of Object.entries(over)) {
    merged[provider] = mergeKeys(base[provider], options) ?? {}
  }
  return merged
}

/** Merges two lists of budgets. Those of `over` replace the budgets of `base` of the same name. */
function mergeBudgets(
  base: readonly Budget[] = [],
  over: readonly Budget[] = [],
): readonly Budget[] {
  const names = new Set(over.map(({ name }) => name))
  return [...base.filter(({ name }) => !names.has(name)), ...over]
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
