import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import { type ApprovalOptions, toApprovalPolicy } from '../approval/policy.ts'
import { inDevelopment } from '../dev/in-development.ts'
import type { Duration } from '../environment.ts'
import { dropUndefined } from '../json/json.ts'
import type { Limits } from '../limits.ts'
import type { AgentOptions, CallOptions, RunOptions, WithOptions } from '../options.ts'
import { type StandardSchema, toParameters } from '../schema/parameters.ts'
import { Scope } from '../tools/scope.ts'
import { Tool } from '../tools/tool.ts'
import { checkPlugins } from '../plugins.ts'
import { checkNames } from './check-names.ts'
import { namesOfRuns } from './names.ts'
import { misuse } from './misuse.ts'
import { checkPrices, type Prices } from './prices.ts'
import {
  checkCount,
  checkIs,
  checkNumber,
  checkWord,
  isPlain,
  parseDuration,
  checkMethod,
  hasMethod,
} from './values.ts'

/** The options of one run: those of the agent, of `with` and of the call, merged. */
export type GivenOptions = RunOptions & Pick<AgentOptions, 'model'>

/** The options of a call that are not options of an agent, and are read by the verb. */
export interface CallParts {
  readonly with?: WithOptions | undefined
  readonly call?: CallOptions | undefined
}

/**
 * Puts the options of `with`, then those of a call, in the place of the agent's. Groups and records
 * are merged key by key. Throws `AgentError`, which names the option, if one is wrong; in
 * production only if it is one of {@link guardOptions}. The verb has checked its names.
 */
export function mergeOptions(
  agent: AgentOptions,
  { with: changed, call = {} }: CallParts = {},
): GivenOptions {
  // Those of the agent and of `with` were checked when they were given.
  inDevelopment('options', 'call', call)
  if (Object.keys(Object(call)).length > 0) guardOptions(call)
  const { limits, metadata, output } = call
  if (!changed && !limits && !metadata && output === undefined) {
    checkModel(agent.model)
    return { ...agent }
  }
  const over = dropUndefined({ ...dropUndefined(changed ?? {}), ...dropUndefined({ output }) })
  const merged: Record<string, unknown> = { ...agent, ...over }
  for (const group of merging) {
    merged[group] = mergeKeys<unknown>(agent[group], changed?.[group])
  }
  const given = merged as unknown as GivenOptions
  checkModel(given.model)
  const provider = mergeProviderOptions(agent.request?.provider, changed?.request?.provider)
  return {
    ...given,
    limits: mergeLimits(mergeLimits(agent.limits, changed?.limits), limits),
    metadata: mergeKeys(given.metadata, metadata),
    ...(provider && { request: { ...given.request, provider } }),
  }
}

/** Merges limits key by key, also those of the application's own keys. */
function mergeLimits(base: Limits | undefined, over: Limits | undefined): Limits | undefined {
  const merged = mergeKeys(base, over)
  const custom = mergeKeys(base?.custom, over?.custom)
  return custom ? { ...merged, custom } : merged
}

/** The options of `with` that are merged with the agent's key by key. */
const merging = [
  'approval',
  'calls',
  'dependencies',
  'metadata',
  'prices',
  'request',
  'user',
] as const

/** Checks the options of an agent. Throws `AgentError`, which names the option, if one is wrong. */
export function checkAgent(options: AgentOptions): void {
  checkNames(namesOfRuns, 'agent', options)
  inDevelopment('options', 'agent', options)
  guardOptions(options)
  checkModel((Object(options) as AgentOptions).model)
  inDevelopment('prices', options)
}

function checkModel(model: Partial<AgentOptions['model']> | undefined | null): void {
  if (model?.specificationVersion !== 'v4') throw misuse('model', [])
}

/** Checks the options of `agent.with`. Throws `AgentError`, which names the option. */
export function checkWith(options: WithOptions): void {
  checkNames(namesOfRuns, 'with', options)
  inDevelopment('options', 'with', options)
  const { model } = options
  if (model !== undefined) checkModel(model)
  guardOptions(options, true)
}

type Given = Readonly<Record<string, unknown>>

/**
 * Checks the options of which a wrong one is a danger: a guard that would not guard, or a limit
 * that would not limit. Throws `AgentError`, naming the option. This is all that production checks.
 * With `mayRemove`, `use` may name plug-ins that are removed.
 */
export function guardOptions(options: object, mayRemove = false): void {
  const given = Object(options) as Given
  const { signal, storage } = given
  if (signal !== undefined) checkMethod('signal', signal, 'addEventListener')
  if (storage !== undefined) checkMethod('storage', storage, 'claim')
  const names = listOf(given, 'tools').map((tool, at) => {
    if (typeof tool === 'string') return tool
    checkIs(Tool, `tools[${at}]`, tool)
    return (tool as Tool).name
  })
  if (new Set(names).size < names.length) throw misuse('toolsTwice', [])
  listOf(given, 'scopes').forEach((scope, at) => checkIs(Scope, `scopes[${at}]`, scope))
  checkPlugins(listOf(given, 'use'), mayRemove)
  checkLimits(given['limits'] as Limits)
  checkPrices(given['prices'] as Prices)
  for (const group of groups) {
    if (given[group] !== undefined && !isPlain(given[group]))
      throw misuse('group', [group, 'an agent'])
  }
  const { calls, request } = given as Partial<GivenOptions>
  checkCount('calls.concurrency', calls?.concurrency, 1)
  checkCount('calls.maxResultBytes', calls?.maxResultBytes)
  const { modalities = [], retry } = request ?? {}
  for (const [at, one] of Array.from(modalities).entries())
    checkWord(`request.modalities[${at}]`, one ?? null, ['image', 'audio', 'file'], 'an agent')
  checkNumber('`request.retry`', typeof retry === 'object' ? retry.max : retry, {
    most: 10,
    isWhole: true,
  })
  toSettle(given['settle'] as GivenOptions['settle'])
  toApprovalPolicy(given['approval'] as ApprovalOptions | undefined)
  if (given['output'] !== undefined) toParameters(given['output'] as StandardSchema, '`output`')
}

/** The options that are groups of others. */
const groups = ['approval', 'calls', 'request', 'user'] as const

function listOf(given: Given, option: string): readonly unknown[] {
  const value = given[option]
  if (value === undefined || Array.isArray(value)) return (value ?? []) as readonly unknown[]
  throw misuse('list', [option, value])
}

/** The limits that are whole numbers, or have another least number than 0. */
const ranges: Readonly<Record<string, Parameters<typeof checkNumber>[2]>> = {
  iterations: { least: 1, isWhole: true },
  tokens: { isWhole: true },
  costUsd: {},
  calls: { isWhole: true },
  identicalCalls: { least: 1, isWhole: true },
}

/** The limits that may be a budget. */
const shareable: ReadonlySet<string> = new Set(['tokens', 'costUsd', 'calls'])

/**
 * Checks limits. Throws `AgentError`, naming the limit, for a value that is not a number in range.
 * Also throws for limits that are not a plain object.
 */
export function checkLimits(limits: Limits = {}): void {
  // A list or a Map has entries, but they limit nothing.
  if (!isPlain(limits)) throw misuse('made', ['limits', limits])
  const { custom = {}, time, ...others } = limits
  if (!isPlain(custom)) throw misuse('made', ['limits.custom', custom])
  toTimeLimit(time)
  for (const [key, limit] of Object.entries(others)) {
    checkLimit(key, limit, shareable.has(key), ranges[key])
  }
  for (const [key, limit] of Object.entries(custom)) {
    if (Object.hasOwn(ranges, key)) throw misuse('customKey', [key])
    checkLimit(`custom.${key}`, limit, true)
  }
}

function checkLimit(
  key: string,
  limit: unknown,
  isShareable: boolean,
  range?: Parameters<typeof checkNumber>[2],
): void {
  if (isShareable && hasMethod(limit, 'spentBy')) return
  checkNumber(`\`limits.${key}\``, limit, { most: Number.POSITIVE_INFINITY, ...range })
}

/** Returns the milliseconds of the option `settle`; false for no wait. */
export const toSettle = (settle: GivenOptions['settle'] = 2_000): false | number =>
  settle !== false && (settle === 0 ? 0 : parseDuration(settle, 'settle'))

/** Returns the milliseconds of a limit of time; undefined without a limit. */
export function toTimeLimit(time: Duration | undefined): number | undefined {
  if (time === undefined || time === Number.POSITIVE_INFINITY) return undefined
  return time === 0 ? 0 : parseDuration(time, 'limits.time')
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
