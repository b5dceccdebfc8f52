import { reportThrown } from '../errors/report-thrown.ts'
import type { ToolCache } from '../features.ts'

/**
 * Returns a cache whose errors are reported and change nothing: a call whose result cannot be
 * cached succeeds all the same.
 */
export function guardCache(cache: ToolCache): ToolCache {
  const guard = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (thrown) {
      reportThrown(cache, '`toolCache` threw, so calls go on without it.', thrown)
      return undefined
    }
  }
  return {
    get: (key, now) => guard(() => cache.get(key, now)),
    set: (key, value, expiresAt) => guard(() => cache.set(key, value, expiresAt)),
  }
}
