import { checkNumbers } from '../check-numbers.ts'
import { startTimer } from '../start-timer.ts'
import type { PrefixStore } from './prefix-store.ts'

/** The options of `createMemoryPrefixes`. */
export interface MemoryPrefixesOptions {
  /** The time that a text is kept, in milliseconds. Default: 600,000, which is 10 minutes. */
  keptMs?: number | undefined
  /** The bytes that are kept for all persons together. Default: 64 MiB. */
  maxBytes?: number | undefined
  /** The bytes that are kept for one person. Default: 8 MiB. */
  maxBytesPerSubject?: number | undefined
}

interface Kept {
  readonly subject: string
  readonly bytes: Uint8Array
  readonly endsAt: number
}

/**
 * Creates a store in the memory of this process, for the option `prefixes`. A restart empties it.
 * What was kept first is dropped first, when there is too much for a person or in all.
 *
 * @throws TypeError for a number that is negative, or no number.
 */
export function createMemoryPrefixes(options: MemoryPrefixesOptions = {}): PrefixStore {
  const { keptMs = 600_000, maxBytes = 64 << 20, maxBytesPerSubject = 8 << 20 } = options
  checkNumbers('createMemoryPrefixes', { keptMs, maxBytes, maxBytesPerSubject })
  const mostOfOne = Math.min(maxBytes, maxBytesPerSubject)
  /** The texts by `keyOf`, the first one first. */
  const kept = new Map<string, Kept>()
  /** The keys of each person, in the same order, and their bytes. */
  const persons = new Map<string, { keys: Set<string>; bytes: number }>()
  let bytes = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function drop(key: string | undefined): void {
    const entry = kept.get(key ?? '')
    const person = entry && persons.get(entry.subject)
    if (key === undefined || !entry || !person) return
    kept.delete(key)
    bytes -= entry.bytes.length
    person.bytes -= entry.bytes.length
    person.keys.delete(key)
    if (person.keys.size === 0) persons.delete(entry.subject)
  }

  /** Drops what is over, also without another request, and waits for the next end. */
  function sweep(): void {
    clearTimeout(timer)
    timer = undefined
    const now = Date.now()
    for (const [key, { endsAt }] of kept) {
      if (endsAt > now) {
        timer = startTimer(sweep, endsAt - now)
        break
      }
      drop(key)
    }
    // A store does not keep a process alive. Only Node's timers have this function.
    ;(timer as { unref?: () => void } | undefined)?.unref?.()
  }

  return {
    maxBytesPerSubject: mostOfOne,
    async get(subject, sha256) {
      const entry = kept.get(keyOf(subject, sha256))
      return entry && entry.endsAt > Date.now() ? decoder.decode(entry.bytes) : undefined
    },
    async set(subject, sha256, text) {
      const key = keyOf(subject, sha256)
      const entry = { subject, bytes: encoder.encode(text), endsAt: Date.now() + keptMs }
      const added = entry.bytes.length
      drop(key)
      if (added > mostOfOne) return
      let person = persons.get(subject)
      while (person && person.bytes + added > maxBytesPerSubject) {
        drop(first(person.keys))
        person = persons.get(subject)
      }
      while (bytes + added > maxBytes) drop(first(kept.keys()))
      person = persons.get(subject) ?? { keys: new Set(), bytes: 0 }
      persons.set(subject, person)
      kept.set(key, entry)
      person.keys.add(key)
      person.bytes += added
      bytes += added
      if (!timer) sweep()
    },
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const first = ([key]: Iterable<string>): string | undefined => key

/** Returns the key of a text. Its hash has a fixed length, so no two persons share a key. */
const keyOf = (subject: string, sha256: string): string => sha256 + subject
