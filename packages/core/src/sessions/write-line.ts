import type { Clock } from '../clock.ts'
import { dropUndefined } from '../json/json.ts'
import type { Message } from '../messages/message.ts'
import type { Intent, SessionChange, SessionRow, SessionWrite } from '../storage/session-row.ts'
import { StorageError } from '../storage/storage.ts'

/** The data that one step of a run stores. Several parts can go together as one write. */
export interface WritePart {
  readonly messages?: readonly Message[] | undefined
  readonly intents?: readonly Intent[] | undefined
  /**
   * Returns the changes of the session. Called when the write is made. `row` is the session as the
   * parts before this one leave it.
   */
  readonly change?: ((row: SessionRow) => SessionChange) | undefined
  readonly isStrict?: boolean | undefined
}

/** The storage at the end of a line. */
interface LineTarget {
  readonly clock: Clock
  /** True if no write goes over a network, so that none is far. */
  readonly isLocal?: boolean | undefined
  /** Makes a write of parts. */
  compose(parts: readonly WritePart[]): SessionWrite | Promise<SessionWrite>
  /** Stores a write. Rejects with `StorageError`. */
  send(write: SessionWrite): Promise<SessionRow>
  /** Takes over the session after a write that is stored. */
  onStored(row: SessionRow, write: SessionWrite): void
}

interface WaitingPart {
  readonly part: WritePart
  /** True if its run goes on before the part is stored. */
  readonly isLater: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The longest write of a storage that is near, in milliseconds: a database in the browser. */
const nearMs = 20

/**
 * The line of the writes of one claim. One write is on its way at a time. What comes meanwhile goes
 * together as the next one, in order. A write whose answer was lost is sent again with the same id,
 * once at once, and then before the next write.
 */
export class WriteLine {
  readonly #target: LineTarget
  #waiting: WaitingPart[] = []
  #isSending = false
  #isDue = false
  #timer: unknown
  /** The write that failed and may be stored nevertheless. */
  #uncertain: SessionWrite | undefined
  /** The time of the quickest write, in milliseconds. One slow write tells nothing. */
  #quickestMs: number | undefined

  constructor(target: LineTarget) {
    this.#target = target
  }

  /** True if writes take so long that a run should not wait for each one. */
  get isFar(): boolean {
    return !this.#target.isLocal && (this.#quickestMs ?? 0) > nearMs
  }

  /** Stores a part. Resolves when it is durable. Rejects with `StorageError`. */
  readonly write = (part: WritePart): Promise<void> => {
    const stored = this.#add(part, false)
    this.#flush()
    return stored
  }

  /**
   * Stores a part as `write` does, together with the next part. Waits for that part for at most a
   * quarter of the time that a write takes. No later part is stored if this one is not.
   */
  readonly writeLater = (part: WritePart): Promise<void> => {
    const waitMs = (this.#quickestMs ?? 0) / 4
    this.#timer ??= this.#target.clock.setTimeout(this.#flush, waitMs)
    return this.#add(part, true)
  }

  #add(part: WritePart, isLater: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ part, isLater, resolve, reject })
    return promise
  }

  readonly #flush = (): void => {
    this.#target.clock.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isDue = true
    if (!this.#isSending) void this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    while (this.#isDue) {
      this.#isDue = false
      await this.#send(this.#waiting.splice(0))
    }
    this.#isSending = false
  }

  /** Sends parts together. Resolves with the error if they are not stored. Never rejects. */
  async #send(parts: readonly WaitingPart[]): Promise<unknown> {
    try {
      await this.#sendUncertain()
      const write = await this.#target.compose(parts.map(({ part }) => part))
      await this.#deliver(write).catch((error: unknown) => {
        if (!mayBeStored(error)) throw error
        return this.#deliver(write)
      })
    } catch (error) {
      if (parts.length > 1 && isRefused(error)) return this.#sendEach(parts)
      for (const { reject } of parts) reject(error)
      return error
    }
    for (const { resolve } of parts) resolve()
    return undefined
  }

  /** Sends parts one by one, after the storage has refused all of them because of one. */
  async #sendEach(parts: readonly WaitingPart[]): Promise<unknown> {
    let failed: unknown
    for (const waiting of parts) {
      if (failed !== undefined) waiting.reject(failed)
      else {
        const error = await this.#send([waiting])
        // The parts after it come from a run that went on as if it were stored.
        if (waiting.isLater) failed = error
      }
    }
    return failed
  }

  /** Sends the last write again if nobody knows whether it is stored. */
  async #sendUncertain(): Promise<void> {
    if (!this.#uncertain) return
    await this.#deliver(this.#uncertain).catch((error: unknown) => {
      if (!isRefused(error)) throw error
    })
  }

  async #deliver(write: SessionWrite): Promise<void> {
    const { clock } = this.#target
    this.#uncertain = write
    const startedAt = clock.now()
    try {
      const row = await this.#target.send(write)
      this.#uncertain = undefined
      const tookMs = clock.now() - startedAt
      this.#quickestMs = Math.min(this.#quickestMs ?? tookMs, tookMs)
      this.#target.onStored(row, write)
    } catch (error) {
      if (!mayBeStored(error)) this.#uncertain = undefined
      throw error
    }
  }
}

/** Tells if a write that failed may be stored: its answer may have been lost on the way. */
const mayBeStored = (error: unknown): boolean =>
  !StorageError.isInstance(error) || error.code === 'unavailable'

/** Tells if the storage refused what is in a write. Another write may be stored. */
const isRefused = (error: unknown): boolean =>
  StorageError.isInstance(error) && error.code !== 'unavailable' && error.code !== 'lost'

/** Merges parts into one write. `row` is the session before it. */
export function mergeParts(
  parts: readonly WritePart[],
  row: SessionRow,
): Pick<SessionWrite, 'messages' | 'intents' | 'isStrict'> & { readonly session: SessionChange } {
  // The first write adds the usage of a run that was cut short to that of the session.
  let session: SessionChange = { usage: row.usage, costUsd: row.costUsd }
  const messages: Message[] = []
  for (const { messages: added = [], change } of parts) {
    const { run: _run, ...changed } = session
    const next = row.next + messages.length
    const before = { ...row, ...(dropUndefined(changed) as Partial<SessionRow>), next }
    session = { ...session, ...dropUndefined(change?.(before) ?? {}) }
    messages.push(...added)
  }
  return {
    messages,
    intents: parts.flatMap(({ intents = [] }) => intents),
    session,
    isStrict: parts.some(({ isStrict }) => isStrict),
  }
}
