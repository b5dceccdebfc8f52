import { type Check, group, upTo } from './check-options.ts'
import { longestTimerMs, startTimer } from './start-timer.ts'
import type { Charge, ProxyStore } from './store.ts'

/** The options of `memoryStore`. */
interface MemoryStoreOptions {
  /** The bytes of texts that are kept of each kind. Default: 64 MiB. */
  maxBytes?: number | undefined
  /** The bytes of texts that are kept of each kind for one owner. Default: 8 MiB. */
  maxBytesPerOwner?: number | undefined
}

const check: Check = group<MemoryStoreOptions>({ maxBytes: upTo(0), maxBytesPerOwner: upTo(0) })

/**
 * Creates a store in the memory of this process. It fits one instance; a restart empties it. When
 * there is too much of a kind of texts, for one owner or in all, the oldest texts are removed
 * first. Counts are never removed before their time. Removes expired texts, even without a new
 * request.
 *
 * @throws TypeError for an unknown option, and for one that is not a whole number from 0, or
 * `Infinity`.
 */
export function memoryStore(options: MemoryStoreOptions = {}): ProxyStore {
  check(options, ['memoryStore', ''])
  const { maxBytes = 64 << 20, maxBytesPerOwner = 8 << 20 } = options
  /** The texts by their kind, so that conversations do not push out sign-ins. */
  const kinds = new Map<string, Texts>()
  const textsOf = (key: string): Texts => {
    const kind = key.slice(0, key.indexOf(':') + 1)
    const texts = kinds.get(kind) ?? new Texts(maxBytes, maxBytesPerOwner)
    kinds.set(kind, texts)
    return texts
  }
  return {
    maxBytesPerOwner: Math.min(maxBytes, maxBytesPerOwner),
    get: async (key) => textsOf(key).get(key),
    set: async (key, text, ttlMs) => textsOf(key).set(key, text, ttlMs),
    async take(key, text) {
      const texts = textsOf(key)
      return texts.get(key) === text && texts.drop(key)
    },
    ...createCounters(),
  }
}

/** A text that is kept. */
interface Kept {
  readonly owner: string
  readonly bytes: Uint8Array
  readonly endsAt: number
}

/** The texts of one kind. */
class Texts {
  readonly #maxBytes: number
  readonly #maxBytesPerOwner: number
  /** The texts by their key, the first one first. */
  readonly #kept = new Map<string, Kept>()
  /** The keys of each owner, in the same order, and their bytes. */
  readonly #owners = new Map<string, { keys: Set<string>; bytes: number }>()
  #bytes = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(maxBytes: number, maxBytesPerOwner: number) {
    this.#maxBytes = maxBytes
    this.#maxBytesPerOwner = maxBytesPerOwner
  }

  get(key: string): string | undefined {
    const entry = this.#kept.get(key)
    return entry && entry.endsAt > Date.now() ? decoder.decode(entry.bytes) : undefined
  }

  set(key: string, text: string, ttlMs: number): void {
    const owner = key.slice(0, key.lastIndexOf(':'))
    const entry = { owner, bytes: encoder.encode(text), endsAt: Date.now() + ttlMs }
    const added = entry.bytes.length
    this.drop(key)
    if (added > Math.min(this.#maxBytes, this.#maxBytesPerOwner)) return
    const known = this.#owners.get(owner)
    while (known && known.bytes + added > this.#maxBytesPerOwner) this.drop(first(known.keys))
    while (this.#bytes + added > this.#maxBytes) this.drop(first(this.#kept.keys()))
    const own = this.#owners.get(owner) ?? { keys: new Set<string>(), bytes: 0 }
    this.#owners.set(owner, own)
    this.#kept.set(key, entry)
    own.keys.add(key)
    own.bytes += added
    this.#bytes += added
    if (!this.#timer) this.#sweep()
  }

  /** Drops a text. Returns true if there was one. */
  drop(key: string): boolean {
    const entry = this.#kept.get(key)
    const owner = entry && this.#owners.get(entry.owner)
    if (!owner) return false
    this.#kept.delete(key)
    this.#bytes -= entry.bytes.length
    owner.bytes -= entry.bytes.length
    owner.keys.delete(key)
    if (owner.keys.size === 0) this.#owners.delete(entry.owner)
    return true
  }

  /** Removes expired texts, even without a new request, and waits for the next end. */
  #sweep(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const now = Date.now()
    for (const [key, { endsAt }] of this.#kept) {
      if (endsAt > now) {
        this.#timer = startTimer(() => this.#sweep(), Math.min(endsAt - now, longestTimerMs))
        break
      }
      this.drop(key)
    }
    // A store does not keep a process alive. Only Node's timers have this function.
    ;(this.#timer as { unref?: () => void } | undefined)?.unref?.()
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const first = ([key = '']: Iterable<string>): string => key

/** A counter, and the end of its time. */
interface Counter {
  used: number
  expiresAt: number
}

function createCounters(): Pick<ProxyStore, 'add' | 'count'> {
  const counters = new Map<string, Counter>()
  /** The ends of the leases, by key and holder. */
  const leases = new Map<string, Map<string, number>>()
  let sweepAt = 0

  function counterOf(key: string): Counter | undefined {
    const counter = counters.get(key)
    return counter && counter.expiresAt > Date.now() ? counter : undefined
  }

  /** Counts leases that are over too, if there is room for `more` all the same. */
  function countOf({ key, holder, limit = -1 }: Charge, more: number): number {
    if (holder === undefined) return counterOf(key)?.used ?? 0
    const held = leases.get(key)?.size ?? 0
    return held + more <= limit ? held : countLeases(key)
  }

  function countLeases(key: string): number {
    const now = Date.now()
    const ends = leases.get(key) ?? new Map<string, number>()
    for (const [holder, end] of ends) if (end <= now) ends.delete(holder)
    if (ends.size === 0) leases.delete(key)
    return ends.size
  }

  function hold(key: string, holder: string, amount: number, ttlMs: number): void {
    const ends = leases.get(key) ?? new Map<string, number>()
    if (amount > 0) ends.set(holder, Date.now() + ttlMs)
    else ends.delete(holder)
    if (ends.size > 0) leases.set(key, ends)
    else leases.delete(key)
  }

  function addOne({ key, amount, ttlMs, holder }: Charge): void {
    if (holder !== undefined) return hold(key, holder, amount, ttlMs)
    const counter = counterOf(key)
    if (!counter && amount < 0) return
    const used = Math.max(0, (counter?.used ?? 0) + amount)
    counters.set(key, { used, expiresAt: Date.now() + ttlMs })
  }

  function sweep(): void {
    const now = Date.now()
    if (now < sweepAt) return
    sweepAt = now + 60_000
    for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key)
    for (const key of leases.keys()) countLeases(key)
  }

  return {
    async add(charges) {
      sweep()
      const sums = new Map<string, number>()
      const refused = charges.findIndex((charge) => {
        const { key, amount, limit = Infinity, holder } = charge
        const count = sums.get(key) ?? countOf(charge, charges.length)
        // A renewal takes no place, and neither does a release.
        if (holder !== undefined && (amount < 0 || leases.get(key)?.has(holder))) return false
        sums.set(key, count + amount)
        return count + amount > limit
      })
      if (refused >= 0) return refused
      for (const charge of charges) addOne(charge)
      return undefined
    },
    count: async (charges) => charges.map((charge) => countOf(charge, Infinity)),
  }
}
