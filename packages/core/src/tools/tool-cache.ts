import type { ToolCache } from '../features.ts'
import { checkCount } from '../options/check-values.ts'

/**
 * Keeps the results of tools that have `cache`, by name and arguments in any order of keys. Copies are kept and given; errors, and
 * results that cannot be copied, are not kept. The least recently used go first
 * past `maxEntries` (default 500).
 */
export function toolCache({
  maxEntries = 500,
}: { maxEntries?: number | undefined } = {}): ToolCache {
  checkCount('maxEntries', maxEntries, 1)
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

/** What is kept is nobody else's to change; what cannot be copied is not kept. */
function copyOf(value: unknown): { value: unknown } | undefined {
  try {
    return { value: structuredClone(value) }
  } catch {
    return undefined
  }
}
