import { checkNumbers } from '../../check-numbers.ts'

/**
 * A store of the tokens of persons, and of the sign-ins that they have begun. The values are
 * secrets: nobody but the proxy may read them.
 */
export interface SignInStore {
  /** Returns a value. Undefined or null if it is not there, or no more. */
  get: (key: string) => Promise<string | null | undefined>
  /** Keeps a value for `ttlMs` milliseconds. */
  set: (key: string, value: string, ttlMs: number) => Promise<void>
  /** Keeps a value if there is none, in one step. Resolves with true if it was kept. */
  add: (key: string, value: string, ttlMs: number) => Promise<boolean>
  /** Removes a value if it is still this one, in one step. Resolves with true if it was removed. */
  remove: (key: string, value: string) => Promise<boolean>
}

/** The options of `createMemorySignIns`. */
export interface MemorySignInsOptions {
  /** The most values that are kept. Default: 10,000, which is one for each person and server. */
  maxValues?: number | undefined
}

/**
 * Creates a store in the memory of this process, for the option `store` of an MCP server's `oauth`.
 * A restart signs everybody out. Drops the value that was kept first, when there are too many.
 *
 * @throws TypeError for a `maxValues` below 1, or no number.
 */
export function createMemorySignIns(options: MemorySignInsOptions = {}): SignInStore {
  const { maxValues = 10_000 } = options
  checkNumbers('createMemorySignIns', { maxValues }, 1)
  const kept = new Map<string, { value: string; endsAt: number }>()

  function read(key: string): string | undefined {
    const entry = kept.get(key)
    if (entry && entry.endsAt > Date.now()) return entry.value
    kept.delete(key)
    return undefined
  }

  function write(key: string, value: string, ttlMs: number): void {
    kept.delete(key)
    if (kept.size >= maxValues) sweep()
    kept.set(key, { value, endsAt: Date.now() + ttlMs })
  }

  /** Makes room for one value. */
  function sweep(): void {
    const now = Date.now()
    for (const [key, { endsAt }] of kept) if (endsAt <= now) kept.delete(key)
    for (const key of kept.keys()) {
      if (kept.size < maxValues) break
      kept.delete(key)
    }
  }

  return {
    get: async (key) => read(key),
    set: async (key, value, ttlMs) => write(key, value, ttlMs),
    async add(key, value, ttlMs) {
      if (read(key) !== undefined) return false
      write(key, value, ttlMs)
      return true
    },
    remove: async (key, value) => read(key) === value && kept.delete(key),
  }
}
