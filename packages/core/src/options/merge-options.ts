import type { SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { Budget } from '../budget/budget.ts'
import { dropUndefined } from '../json/json.ts'

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
export function mergeProviderOptions(
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
export function mergeBudgets(
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
