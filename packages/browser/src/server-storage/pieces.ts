import { AgentError } from '@ambit/core'
import {
  type AgentStorage,
  orAborted,
  type SessionChange,
  type SessionClaim,
  type SessionRow,
  type SessionWrite,
  type StorageDegradation,
  storageError,
  type StorageErrorKind,
} from '@ambit/core/storage'
import { randomId } from '@ambit/protocol'
import { AwayError, ServerLine } from './server-line.ts'

/**
 * Returns a storage behind a network that takes what it can of a write. A piece that is too large
 * is cut, or left out, and told. A file that is not taken is told, and sent again later. Nothing
 * waits for it.
 */
export function inPieces<Storage extends AgentStorage>(server: Storage): Storage {
  const listeners = new Set<(what: StorageDegradation) => void>()
  const tell = (what: StorageDegradation): void => {
    for (const listener of new Set(listeners)) listener(what)
  }
  const files = new WaitingFiles(tell)
  return {
    ...server,
    putBlob: (id, hash, blob) =>
      files.put(`${id} ${hash}`, { blob, send: async () => server.putBlob?.(id, hash, blob) }),
    getBlob: async (id, hash, options) =>
      files.get(`${id} ${hash}`) ?? server.getBlob?.(id, hash, options),
    claim: async (id, options) => {
      const claim = await server.claim(id, options)
      if (!claim) return undefined
      const write = writingPieces(claim, (message) => tell({ reason: 'quota', message }))
      return {
        ...claim,
        write: async (whole) => {
          const row = await write(whole)
          files.sendSoon()
          return row
        },
      }
    },
    onDegraded: (listener) => {
      listeners.add(listener)
      const stop = server.onDegraded(listener)
      if (files.isWaiting) listener(filesText)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

/** The longest wait for a file, in milliseconds. Its message is then stored before it. */
const fileMs = 5_000

/** A file, and what sends it. */
interface WaitingFile {
  readonly blob: Blob
  readonly send: () => Promise<void>
}

/** The files that a server has not taken yet, until it does or the page ends. */
class WaitingFiles {
  readonly #tell: (what: StorageDegradation) => void
  #waiting = new Map<string, WaitingFile>()
  /** The keys of the files that are on their way. */
  readonly #going = new Set<string>()
  /** The line to the place of the files, which may be away while the server is not. */
  readonly #line = new ServerLine({
    probe: async () => {
      for (const [key, file] of this.#waiting) {
        // Should this one be refused, another one is next.
        this.#waiting.delete(key)
        this.#waiting.set(key, file)
        await file.send()
        return this.#forget(key)
      }
    },
    onUp: () => this.#sendAll(),
    onRefused: () => undefined,
  })

  constructor(tell: (what: StorageDegradation) => void) {
    this.#tell = tell
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0
  }

  /** Returns a file that waits. */
  get(key: string): Blob | undefined {
    return this.#waiting.get(key)?.blob
  }

  /** Sends a file. Resolves when it is stored, or when its message should not wait for it. */
  async put(key: string, file: WaitingFile): Promise<void> {
    const sending = this.#send(key, file)
    // The place of the files is away.
    if (this.isWaiting) return this.#keep(key, file)
    const late = AbortSignal.timeout(fileMs)
    await orAborted(sending, late).catch(() => this.#keep(key, file))
  }

  /** Sends in a moment what waits, because something else was stored. */
  sendSoon(): void {
    this.#line.said()
  }

  async #send(key: string, file: WaitingFile): Promise<void> {
    this.#going.add(key)
    try {
      await this.#line.ask(file.send)
      this.#forget(key)
    } catch (error) {
      if (error instanceof AwayError) this.#keep(key, file)
      else {
        this.#forget(key)
        this.#tell({ reason: 'quota', message: fileText })
      }
    } finally {
      this.#going.delete(key)
    }
  }

  async #sendAll(): Promise<void> {
    for (const [key, file] of this.#waiting) {
      if (!this.#going.has(key)) await this.#send(key, file)
    }
  }

  #keep(key: string, file: WaitingFile): void {
    if (!this.isWaiting) this.#tell(filesText)
    // The newest is sent first.
    this.#waiting = new Map([[key, file], ...this.#waiting])
  }

  #forget(key: string): void {
    if (this.#waiting.delete(key) && !this.isWaiting) this.#tell({ ...filesText, isOver: true })
  }
}

/** One write, and how often the texts of its message were cut. */
interface Piece {
  readonly write: SessionWrite
  readonly cuts: number
}

/** The most messages of one write. */
const atOnce = 50

/**
 * Returns the writes of a claim, each in as many pieces as the server takes. What is too large by
 * itself is cut. `onCut` is called with words for users.
 */
function writingPieces(claim: SessionClaim, onCut: (text: string) => void): SessionClaim['write'] {
  let row: SessionRow | undefined
  /** The piece that failed and may be stored nevertheless. */
  let uncertain: SessionWrite | undefined
  /** The messages of writes of which only a part was stored. */
  const landed = new Set<string>()
  const send = async (write: SessionWrite): Promise<void> => {
    uncertain = write
    try {
      row = await claim.write(write)
    } catch (error) {
      if (!isKind(error, 'unavailable')) uncertain = undefined
      throw error
    }
    uncertain = undefined
  }
  return async (whole) => {
    if (uncertain && uncertain.id !== whole.id) {
      const { messages = [] } = uncertain
      await send(uncertain)
      for (const { id } of messages) landed.add(id)
    }
    const messages = whole.messages?.filter(({ id }) => !landed.has(id))
    const isRest = row && messages?.length !== whole.messages?.length
    const next = isRest ? row?.next : whole.next
    const pieces: Piece[] = [{ write: { ...whole, next, ...(messages && { messages }) }, cuts: 0 }]
    for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
      const { write, cuts } = piece
      const isMany = (write.messages?.length ?? 0) > atOnce
      const isSplit = write.id !== whole.id
      try {
        if (isMany) throw storageError('quota', 'Too many messages.')
        await send(isSplit ? { ...write, next: row?.next ?? whole.next } : write)
        if (cuts > 0) onCut(shortText)
        if (isSplit) for (const { id } of write.messages ?? []) landed.add(id)
      } catch (error) {
        const smaller = isTooLarge(error) ? toSmaller(piece) : undefined
        if (!smaller) throw error
        if (smaller.length === 0) onCut(stateText)
        pieces.unshift(...smaller)
      }
    }
    return row ?? claim.row
  }
}

/**
 * Returns the smaller pieces that do what one does; none for a state, which is left out. Undefined
 * if it can be no smaller.
 */
function toSmaller({ write, cuts }: Piece): Piece[] | undefined {
  const { messages = [], intents = [], session = {}, at, isStrict } = write
  const { state, waiting, ...rest } = session
  const pieceOf = (part: Partial<SessionWrite>, cut = cuts): Piece => ({
    write: { at, isStrict, id: randomId(), ...part },
    cuts: cut,
  })
  const [first] = messages
  const half = messages.length >> 1
  if (half > 0) {
    return [
      pieceOf({ messages: messages.slice(0, half) }),
      pieceOf({ messages: messages.slice(half), intents, session }),
    ]
  }
  const others = [
    ...(intents.length > 0 ? [pieceOf({ intents })] : []),
    ...(isEmpty(rest) ? [] : [pieceOf({ session: rest })]),
    ...(waiting ? [pieceOf({ session: { waiting } })] : []),
    ...(state ? [pieceOf({ session: { state } })] : []),
  ]
  const all = first ? [pieceOf({ messages }), ...others] : others
  if (all.length > 1) return all
  const max = maxTexts[cuts]
  if (first && max) return [pieceOf({ messages: [shorten(first, max)] }, cuts + 1)]
  if (waiting && max) return [pieceOf({ session: { waiting: shorten(waiting, max) } }, cuts + 1)]
  return state ? [] : undefined
}

/** The longest texts of a message that is too large for the server, in characters. */
const maxTexts = [10_000, 1_000, 100]

/** Returns a value with the beginnings of its long texts, and without files in them. */
function shorten<T>(value: T, maxText: number): T {
  const cut = (_name: string, inner: unknown): unknown => {
    if (typeof inner === 'string' && inner.length > maxText)
      return `${inner.slice(0, maxText).replace(/[\uD800-\uDBFF]$/, '')}…`
    const { data, untrusted } = Object(inner) as { data?: unknown; untrusted?: unknown }
    const bytes = typeof data === 'string' ? data : (Object(data) as { data?: unknown }).data
    if (typeof bytes !== 'string' || bytes.length <= maxText) return inner
    return { type: 'text', text: noFileText, ...(untrusted === true && { untrusted }) }
  }
  return JSON.parse(JSON.stringify(value, cut)) as T
}

const filesText: StorageDegradation = {
  reason: 'unavailable',
  message: 'A file could not be stored yet. This page tries it again.',
}
const fileText = 'A file is too large for the server, so it is not stored there.'
const noFileText = '[A file was here. It was too large for the server.]'
const shortText = 'A message is too large for the server, which keeps its beginning.'
const stateText = 'The state of the conversation is too large for the server, so it is not stored.'

/** Whether a change changes nothing. */
export const isEmpty = (change: SessionChange): boolean => Object.keys(change).length === 0

/** Whether an error is a refusal of a storage of some kind. */
export const isKind = (error: unknown, kind: StorageErrorKind): boolean =>
  AgentError.is(error, 'storage') && error.details.kind === kind

/** Whether the server takes no write as large. */
const isTooLarge = (error: unknown): boolean => isKind(error, 'quota')
