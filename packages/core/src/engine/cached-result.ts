import { describeThrown } from '../errors/describe-thrown.ts'
import { describeAnswer } from '../messages/find-taint.ts'
import { cacheKeyOf } from './cache-key.ts'
import type { CallWork, Executable } from './call-work.ts'

/** The value that the cache keeps for a result. */
interface Kept {
  readonly result: unknown
  /** The third-party text that the result was made from, in words; undefined if there is none. */
  readonly foreign: string | undefined
}

/** The place of a call's result in the cache. */
export interface CachePlace {
  /** The kept result; undefined if there is none. */
  readonly found: { readonly result: unknown } | undefined
  /** Keeps a result. A cache that throws changes nothing. */
  readonly keep: (result: unknown) => void
}

/**
 * Looks a call up in the cache. A result that was made from third-party text gives the call that
 * text again. Returns undefined if its tool or its run has no cache.
 *
 * The key is that of now: the page may change while the handler runs.
 */
export function placeInCache(work: CallWork, executable: Executable): CachePlace | undefined {
  const { run, call } = work
  const { toolCache } = run.config
  const { cacheTtlMs, untrusted } = executable
  if (cacheTtlMs === undefined || !toolCache) return undefined
  const { clock } = run.ports
  const key = cacheKeyOf(work, executable)
  const found = toolCache.get(key, clock.now())?.value as Kept | undefined
  work.foreign ??= found?.foreign
  const keep = (result: unknown): void => {
    const foreign = untrusted ? describeAnswer(call.name, 'ok') : work.foreign
    try {
      toolCache.set(key, { result, foreign } satisfies Kept, clock.now() + cacheTtlMs)
    } catch (thrown) {
      run.warn(
        'cache_failed',
        `The result of "${call.name}" was not cached: ${describeThrown(thrown)}`,
        `cache_failed ${call.name}`,
      )
    }
  }
  return { found, keep }
}
