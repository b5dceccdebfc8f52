import { checkOptions } from '../../options/check-names.ts'
import { checkCount } from '../../options/values.ts'
import { misuse } from '../../options/misuse.ts'
import { type AgentPlugin, parts } from '../../plugins.ts'
import type { ToolCache } from '../../ports.ts'

/**
 * Creates a cache for the results of tools that have `result.cache`. A result is found by the tool
 * itself, the user, the tenant and the arguments, in any order of keys. The dependencies, the
 * metadata and the session's state have to be the same too. Agents that share the cache share the
 * results of one tool object, or of one name and `result.cache.key`.
 *
 * The cache stores and returns copies. It keeps neither errors nor results that cannot be copied.
 * Past `maxEntries` (a whole number from 1, default 500) the least recently used results are
 * removed.
 */
export function toolCache(options: ToolCacheOptions = {}): AgentPlugin {
  checkOptions('`toolCache`', options, { maxEntries: 'max maxSize', store: 'cache' })
  const { maxEntries = 500, store } = options
  checkCount('maxEntries', maxEntries, 1)
  // A Map has the methods of a cache, but they mean something else.
  const { get, set } = Object(store) as Partial<ToolCache>
  const isStore = typeof get === 'function' && typeof set === 'function' && !(store instanceof Map)
  if (store !== undefined && !isStore) throw misuse('made', ['store', store])
  return { name: 'tool cache', [parts]: { toolCache: store ?? createStore(maxEntries) } }
}

/** The options of `toolCache`. */
export interface ToolCacheOptions {
  readonly maxEntries?: number | undefined
  /** A place of your own for the results. Default: the memory of the page. */
  readonly store?: ToolCache | undefined
}

function createStore(maxEntries: number): ToolCache {
  const entries = new Map<string, { value: unknown; expiresAt: number }>()
  return {
    get: (key, now) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.expiresAt <= now) return undefined
      entries.set(key, entry)
      return { value: structuredClone(entry.value) }
    },
    set: (key, value, expiresAt) => {
      entries.delete(key)
      const copy = copyOf(value)
      if (copy) entries.set(key, { ...copy, expiresAt })
      const [oldest] = entries.keys()
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest)
    },
  }
}

/**
 * Copies a value, so that nobody can change the cached one. Returns undefined if the value cannot
 * be copied.
 */
function copyOf(value: unknown): { value: unknown } | undefined {
  try {
    return { value: structuredClone(value) }
  } catch {
    return undefined
  }
}
