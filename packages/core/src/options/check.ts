import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Budget } from '../limits.ts'
import { inDevelopment } from '../dev/in-development.ts'
import { dropUndefined } from '../json/json.ts'
import type { AgentOptions, CallOptions } from '../options.ts'
import { type StandardSchema, toParameters } from '../schema/parameters.ts'
import { Scope } from '../tools/scope.ts'
import { Tool } from '../tools/tool.ts'
import { misuse } from './misuse.ts'
import { checkRates, type Rates } from './rates.ts'
import { checkCount, checkIs, checkNumber, isPlain } from './values.ts'

/** The options of an agent with those of a call: merged, or in their place. */
export type GivenOptions = Omit<AgentOptions, 'tools'> &
  Omit<CallOptions, 'tools' | 'metadata' | 'dependencies'>

/**
 * Puts the options of a call in the place of the agent's. Limits, budgets, dependencies, metadata
 * and provider options are merged. Throws `AgentError`, which names the option, if one is wrong; in
 * production only if it is one of {@link guardOptions}.
 */
export function mergeOptions(agent: AgentOptions, call: CallOptions = {}): GivenOptions {
  inDevelopment('options', 'call', call)
  // An option that the call sets to undefined does not override the agent's.
  const given = { ...agent, ...dropUndefined(call) }
  if (given.model?.specificationVersion !== 'v4') throw misuse('model', [])
  // Those of the agent were checked when it was made.
  if (Object.keys(call).length > 0) guardOptions(call)
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
  inDevelopment('options', 'agent', options)
  guardOptions(options)
  mergeOptions(options)
  inDevelopment('rates', options)
}

/** The options of which a wrong one would guard, keep, count or cancel nothing, with a method. */
const guards: Readonly<Record<string, string>> = {
  approval: 'check',
  audit: 'append',
  ledger: 'append',
  redaction: 'text',
  sandbox: 'run',
  signal: 'addEventListener',
  storage: 'claim',
}

type Given = Readonly<Record<string, unknown>>

/**
 * Checks the options of which a wrong one is a danger: a guard that would not guard, or a limit
 * that would not limit. Throws `AgentError`, naming the option. This is all that production checks.
 */
export function guardOptions(options: object): void {
  const given = Object(options) as Given
  for (const [option, method] of Object.entries(guards)) {
    const value = given[option]
    if (value !== undefined && !hasMethod(value, method)) throw misuse('made', [option, value])
  }
  const names = listOf(given, 'tools').map((tool, at) => {
    if (typeof tool === 'string') return tool
    checkIs(Tool, `tools[${at}]`, tool)
    return (tool as Tool).name
  })
  if (new Set(names).size < names.length) throw misuse('toolsTwice', [])
  listOf(given, 'scopes').forEach((scope, at) => checkIs(Scope, `scopes[${at}]`, scope))
  listOf(given, 'budgets').forEach((budget, at) => {
    if (!hasMethod(budget, 'record')) throw misuse('made', [`budgets[${at}]`, budget])
  })
  listOf(given, 'guardrails').forEach((guardrail, at) => {
    const { phase } = Object(guardrail) as Given
    if (hasMethod(guardrail, 'check') && (phase === 'input' || phase === 'output')) return
    throw misuse('made', [`guardrails[${at}]`, guardrail])
  })
  checkLimits(given['limits'] as Limits)
  checkRates(given['rates'] as Rates)
  checkCount('toolConcurrency', given['toolConcurrency'], 1)
  checkCount('toolResultMaxBytes', given['toolResultMaxBytes'])
  checkNumber('`retry.maxRetries`', (Object(given['retry']) as Given)['maxRetries'], { most: 10 })
  if (given['output'] !== undefined) toParameters(given['output'] as StandardSchema, '`output`')
}

function listOf(given: Given, option: string): readonly unknown[] {
  const value = given[option]
  if (value === undefined || Array.isArray(value)) return (value ?? []) as readonly unknown[]
  throw misuse('list', [option, value])
}

const hasMethod = (value: unknown, method: string): boolean =>
  typeof value === 'object' && value !== null && typeof (value as Given)[method] === 'function'

/**
 * The limits of one run. A limit that is left out, or is `Infinity`, never ends a run; only
 * `iterations` has a default.
 */
export interface Limits {
  /** The most model calls. A whole number from 1. Default 10. */
  readonly iterations?: number | undefined
  /**
   * The most tokens: prompt and completion tokens of all model calls, and the `run.cost.tokens` of
   * tools. A whole number from 0; 0 blocks the first call.
   */
  readonly tokens?: number | undefined
  /**
   * The most US dollars: model calls by the agent's `rates`, and the `run.cost.usd` of tools.
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
 * not a number in range. Also throws for limits that are not a plain object.
 */
function checkLimits(limits: Limits = {}): void {
  // A list or a Map has entries, but they limit nothing.
  if (typeof limits !== 'object' || limits === null || Symbol.iterator in limits) {
    throw misuse('made', ['limits', limits])
  }
  for (const [key, limit] of Object.entries(limits) as [keyof Limits, number | undefined][]) {
    if (!Object.hasOwn(ranges, key)) throw misuse('limit', [key, Object.keys(ranges)])
    checkNumber(`\`limits.${key}\``, limit, { most: Number.POSITIVE_INFINITY, ...ranges[key] })
  }
}

/**
 * Merges two records key by key. The keys of `over` count, except those that are undefined. A value
 * that is not a plain object, such as an instance of a class, has no keys to merge: it replaces
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
