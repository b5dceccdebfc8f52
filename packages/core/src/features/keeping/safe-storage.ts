import { AgentError } from '../../errors/agent-error.ts'
import { hasSha256, sha256, toBase64 } from '@ambit/protocol'
import type { Clock, Ports } from '../../environment.ts'
import { hash } from '../../json/hash.ts'
import type { ContentPart, Message, MessagePart } from '../../messages/message.ts'
import { noUsage } from '../../model/usage.ts'
import type { SessionHost } from '../../session-port.ts'
import { Slices } from '../../slices.ts'
import {
  type AgentStorage,
  type Intent,
  type MessageRow,
  type ReadOptions,
  type SessionClaim,
  type SessionRow,
  type SessionWrite,
  type StorageDegradation,
  type WaitingMessage,
  storageError,
} from '../../storage.ts'
import { isStored, readIntent, readRow } from './session-rules.ts'

/** Called for what is wrong in the storage, each time that it is found. */
type OnFound = (what: StorageDegradation) => void

/** What a storage needs of the host of its sessions. */
interface Host extends Pick<SessionHost, 'options'> {
  readonly ports: Pick<Ports, 'clock' | 'createId'>
}

/**
 * Returns a storage whose methods reject with the code `storage` alone, and give what an import
 * takes. Anything else that was thrown becomes `unavailable`, with its cause. An abort by the
 * signal of a caller stays as it is. Its claims are those of one page, and their leases are kept.
 * It keeps to the user. `onGone` is called before the listeners hear that another page has deleted
 * a session.
 *
 * Leaves out what no version of Ambit writes, and calls `onFound`. It would end a conversation for
 * good, because each page reads it again. It stays in the storage.
 */
export function toSafeStorage(
  storage: AgentStorage,
  { ports: { clock, createId }, options: { user } }: Host,
  onGone: () => void,
  onFound: OnFound,
): AgentStorage {
  const holder = createId()
  if (user?.id) storage.keepTo?.(hash(user.id))
  const onWrong = (): void => onFound(damagedRows)
  return {
    isLocal: storage.isLocal,
    list: async (query) => {
      const list = await safely(notListed, () => storage.list(query), query?.signal)
      return list.map((info) => readRow(info, onWrong))
    },
    read: async (id, options) => {
      needId(id)
      const row = await safely(notRead, () => storage.read(id, options), options?.signal)
      return row && readRow({ ...missing, ...row }, onWrong)
    },
    readMessages: async (id, range, options) => {
      needId(id)
      const work = (): Promise<readonly MessageRow[]> => storage.readMessages(id, range, options)
      return leaveOutWrong(await safely(notRead, work, options?.signal), onWrong)
    },
    readIntents: async (id, options) => {
      const work = (): Promise<readonly Intent[]> => storage.readIntents(id, options)
      const intents = await safely(notRead, work, options?.signal)
      return intents.flatMap((intent) => readIntent(id, intent, onWrong))
    },
    ...(storage.putBlob && {
      putBlob: (id, hash, blob) => safely(notStored, async () => storage.putBlob?.(id, hash, blob)),
    }),
    ...(storage.getBlob && {
      getBlob: (id, hash, options) =>
        safely(notRead, async () => storage.getBlob?.(id, hash, options), options?.signal),
    }),
    claim: async (id, options) => {
      const work = (): ReturnType<AgentStorage['claim']> =>
        storage.claim(id, { ...options, holder })
      const claim = await safely(notStored, work, options.signal)
      return claim && keepLease(toSafeClaim(id, claim, onWrong), clock)
    },
    update: (id, change, options) => safely(notChanged, () => storage.update(id, change, options)),
    delete: async (id) => {
      needId(id)
      return safely(notDeleted, () => storage.delete(id))
    },
    watch: (id, listener) =>
      storage.watch(id, (note) => {
        if (note.type === 'gone') onGone()
        listener(note)
      }),
    send: (id, note) => storage.send(id, note),
    onDegraded: (listener) => storage.onDegraded(listener),
  }
}

const damagedRows: StorageDegradation = {
  reason: 'rows_damaged',
  message: 'Could not be read: parts of stored conversations.',
}

/** The fields that a row always has. */
const missing = { head: null, state: {}, usage: noUsage }

/** Leaves out the rows whose message is wrong. Works in slices. */
async function leaveOutWrong(
  rows: readonly MessageRow[],
  onWrong: () => void,
): Promise<readonly MessageRow[]> {
  const slices = new Slices()
  const right: MessageRow[] = []
  for (const [at, row] of rows.entries()) {
    if (isStored(row.message)) right.push(row)
    const pause = at % 100 === 99 && slices.pause()
    if (pause) await pause
  }
  if (right.length < rows.length) onWrong()
  return right
}

/** Throws `AgentError` for what is not an id, before it is sent anywhere. */
function needId(id: unknown): void {
  if (typeof id === 'string' && id !== '') return
  throw new AgentError(
    `The id of the session is ${id === '' ? 'empty' : `not text, but of type ${typeof id}`}, so nothing was read or changed. Give the \`id\` of a session of \`sessions.list\`.`,
  )
}

/** The error of a session that has read a scope with `local`. */
export const keptBack = (): AgentError<'storage'> =>
  storageError(
    'local',
    'This conversation has something that must stay on this device, so it is not stored.',
  )

function toSafeClaim(id: string, claim: SessionClaim, onWrong: () => void): SessionClaim {
  const { row, intents, leaseMs, lost } = claim
  return {
    row: readRow({ ...missing, ...row }, onWrong),
    intents: intents?.flatMap((intent) => readIntent(id, intent, onWrong)),
    leaseMs,
    lost,
    ...(claim.renew && { renew: () => safely(notStored, async () => claim.renew?.()) }),
    write: async (write) => {
      const written = await safely(notStored, () => claim.write(write))
      return readRow({ ...missing, ...written }, onWrong)
    },
    holds: () => safely(notStored, () => claim.holds()),
    release: () => safely(notStored, () => claim.release()).catch(() => undefined),
  }
}

const notListed = 'so the stored conversations could not be listed'
const notRead = 'so the stored conversation could not be read'
const notStored = 'so the conversation is kept in this page alone until it works again'
const notChanged = 'so the change of the conversation was not stored'
const notDeleted = 'so the conversation may still be stored. Delete it again'

/**
 * Does some work of a storage. Rejects with the code `storage`, in words that say what a failure
 * means, or as the aborted `signal` says.
 */
async function safely<T>(
  meaning: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (AgentError.is(thrown, 'storage') || signal?.aborted) throw thrown
    // The message of an error can hold anything, also what the user said.
    const name = thrown instanceof Error ? thrown.name : typeof thrown
    throw storageError(
      'unavailable',
      `The storage failed (${name}), ${meaning}. The cause of this error says why.`,
      { cause: thrown },
    )
  }
}

/** The longest wait for a release, in milliseconds. The storage frees the session by itself. */
const releaseMs = 2_000

/**
 * Returns a claim that is kept until it is released or lost. `renew` is called about every third of
 * its lease, one call at a time. The claim is lost if the storage says so, or if its lease
 * ends before `renew` succeeds. `release` waits at most 2 s for the storage. `claim` rejects with
 * the code `storage` alone.
 */
export function keepLease(claim: SessionClaim, clock: Clock): SessionClaim {
  const { leaseMs, lost } = claim
  const release = (): Promise<void> => within(releaseMs, claim.release(), clock)
  if (leaseMs === undefined || !claim.renew) return { ...claim, release }
  const over = new AbortController()
  let until = clock.now() + leaseMs
  let timer: unknown
  let isOver = false
  const wait = (ms: number, then: () => void): void => {
    clock.clearTimeout(timer)
    timer = clock.setTimeout(then, ms)
  }
  const stop = (): void => {
    isOver = true
    clock.clearTimeout(timer)
  }
  const lose = (): void => {
    stop()
    over.abort()
  }
  const renew = async (): Promise<void> => {
    const at = clock.now()
    // A page that was asleep may be late. Its storage knows if the session is still free.
    wait(Math.max(until - at, leaseMs / 3), lose)
    try {
      await claim.renew?.()
      if (isOver) return
      until = at + leaseMs
      wait(Math.max(0, leaseMs / 3 - (clock.now() - at)), begin)
    } catch (error) {
      if (isOver) return
      const leftMs = until - clock.now()
      const isLost = AgentError.is(error, 'storage') && error.details.kind === 'lost'
      if (isLost || leftMs <= 0) lose()
      else wait(Math.min(leaseMs / 10, leftMs), begin)
    }
  }
  const begin = (): void => void renew()
  wait(leaseMs / 3, begin)
  lost.addEventListener('abort', stop, { once: true })
  return {
    ...claim,
    lost: AbortSignal.any([lost, over.signal]),
    release: () => {
      stop()
      return release()
    },
  }
}

/** Resolves when some work settles, or after `ms` milliseconds. */
async function within(ms: number, work: Promise<unknown>, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = clock.setTimeout(resolve, ms)
  await Promise.race([work, promise]).finally(() => clock.clearTimeout(timer))
}

/** The length of base64 text from which a file is stored beside its message, in characters. */
const leastCharacters = 8_192

/** A storage that keeps files beside the messages. */
type BlobStorage = AgentStorage & Required<Pick<AgentStorage, 'putBlob' | 'getBlob'>>

/**
 * Returns the storage with the files of messages beside the messages, each once by the hash of its
 * bytes. What is read has its files again. Returns a storage without files as it is. Calls
 * `onFound` for files that cannot be read or stored.
 */
export function keepFiles(storage: AgentStorage, onFound: OnFound): AgentStorage {
  return storage.putBlob && storage.getBlob ? withFiles(storage as BlobStorage, onFound) : storage
}

const missingFiles: StorageDegradation = {
  reason: 'rows_damaged',
  message: 'Could not be read: files of stored messages.',
}
const refusedFiles: StorageDegradation = {
  reason: 'quota',
  message: 'There is no space for a file, so it is not stored.',
}

function withFiles(storage: BlobStorage, onFound: OnFound): AgentStorage {
  const onMissing = (): void => onFound(missingFiles)
  const onRefused = (): void => onFound(refusedFiles)
  const filling = (id: string, options?: ReadOptions): PartChange =>
    createFilling(storage, id, onMissing, options)
  const fillRow: FillRow = async (row, options) => {
    const { waiting } = row
    if (!waiting) return row
    return { ...row, waiting: await changeAll(waiting, changeWaiting, filling(row.id, options)) }
  }
  return {
    ...storage,
    read: async (id, options) => {
      const row = await storage.read(id, options)
      return row && fillRow(row, options)
    },
    readMessages: async (id, range, options) => {
      const rows = await storage.readMessages(id, range, options)
      const change = filling(id, options)
      const filled = []
      for (const row of rows) {
        const message = changeMessage(row.message, change)
        filled.push(message instanceof Promise ? { seq: row.seq, message: await message } : row)
      }
      return filled
    },
    readIntents: async (id, options) =>
      changeAll(await storage.readIntents(id, options), changeIntent, filling(id, options)),
    claim: async (id, options) => {
      const claim = await storage.claim(id, options)
      return claim && withClaimFiles(storage, claim, { fillRow, filling, onRefused })
    },
  }
}

/** What the claims of a storage with files need. */
interface ClaimFiles {
  readonly fillRow: FillRow
  readonly filling: (id: string) => PartChange
  /** Called for a file that does not fit. Its message, and what comes after it, is stored. */
  readonly onRefused: () => void
}

type FillRow = (row: SessionRow, options?: ReadOptions) => Promise<SessionRow>

/** Returns a claim whose row and intents have their files, and whose writes store theirs. */
async function withClaimFiles(
  storage: BlobStorage,
  claim: SessionClaim,
  { fillRow, filling, onRefused }: ClaimFiles,
): Promise<SessionClaim> {
  const { intents } = claim
  const row = await fillRow(claim.row)
  const { id } = row
  let { waiting } = row
  let prepared: Promise<unknown> = Promise.resolve()
  return {
    ...claim,
    row,
    ...(intents && { intents: await changeAll(intents, changeIntent, filling(id)) }),
    write: async (write) => {
      // A write with files must not come after a later one without them.
      const preparing = prepared.then(() => storeFiles(storage, id, write, onRefused))
      prepared = preparing.catch(() => undefined)
      const written = await claim.write(await preparing)
      waiting = write.session?.waiting ?? waiting
      return written.waiting ? { ...written, waiting } : written
    },
  }
}

/**
 * Stores the files of a write, and resolves with the write that has their hashes in their place. A
 * file stays in its message if its text is not plain base64, or if the page cannot make a hash, as
 * on plain `http`.
 */
async function storeFiles(
  storage: BlobStorage,
  id: string,
  write: SessionWrite,
  onRefused: () => void,
): Promise<SessionWrite> {
  const slices = new Slices()
  const change: PartChange = {
    isFor: (part) => {
      const file = fileOf(part)
      // A part that was given with a hash must not get the file of another one.
      return file !== undefined && (file.hash !== undefined || file.text.length >= leastCharacters)
    },
    convert: async (part) => {
      const { text = '' } = fileOf(part) ?? {}
      const from = findBase64(text)
      const base64 = text.slice(from)
      const canHash = base64.length >= leastCharacters && hasSha256()
      const bytes = canHash ? await decodeBase64(base64, slices) : undefined
      if (!bytes) return withFile(part, { text })
      const hash = await sha256(bytes)
      await storage.putBlob(id, hash, new Blob([bytes])).catch((error: unknown) => {
        if (!AgentError.is(error, 'storage') || error.details.kind !== 'quota') throw error
        onRefused()
      })
      return withFile(part, { text: text.slice(0, from), hash })
    },
  }
  const { messages, intents, session } = write
  const stored = []
  // One after another: the files of all messages could be too large for the page together.
  for (const message of messages ?? []) {
    const pause = slices.pause()
    if (pause) await pause
    const changing = changeMessage(message, change)
    stored.push(changing instanceof Promise ? await changing : changing)
  }
  return {
    ...write,
    ...(messages && { messages: stored }),
    ...(intents && { intents: await changeAll(intents, changeIntent, change) }),
    ...(session?.waiting && {
      session: { ...session, waiting: await changeAll(session.waiting, changeWaiting, change) },
    }),
  }
}

/**
 * Returns the conversion of stored parts to whole ones. Each file is read once. A file that cannot
 * be read becomes a text that says so, and `onMissing` is called.
 */
function createFilling(
  storage: BlobStorage,
  id: string,
  onMissing: () => void,
  options?: ReadOptions,
): PartChange {
  const slices = new Slices()
  const texts = new Map<string, Promise<string | undefined>>()
  // One after another: several at once would take one long task together.
  let last: Promise<unknown> = Promise.resolve()
  const read = async (hash: string): Promise<string | undefined> => {
    try {
      const blob = await storage.getBlob(id, hash, options)
      return blob && (await encodeBase64(new Uint8Array(await blob.arrayBuffer()), slices))
    } catch {
      options?.signal?.throwIfAborted()
      return undefined
    }
  }
  return {
    isFor: (part) => fileOf(part)?.hash !== undefined,
    convert: async (part) => {
      const { text: before, hash = '' } = fileOf(part) ?? { text: '' }
      const reading = texts.get(hash) ?? last.then(() => read(hash))
      texts.set(hash, reading)
      last = reading.catch(() => undefined)
      const text = await reading
      if (text !== undefined) return withFile(part, { text: before + text })
      onMissing()
      return toMissing(part)
    },
  }
}

interface FileWords {
  readonly filename?: unknown
  readonly mediaType?: unknown
  readonly untrusted?: unknown
}

/** Returns the text in place of a file that is gone. The user and the model read it. */
function toMissing(part: AnyPart): AnyPart {
  const { filename, mediaType, untrusted } = part as FileWords
  const name = typeof filename === 'string' ? ` "${filename}"` : ''
  const kind = typeof mediaType === 'string' ? ` (${mediaType})` : ''
  const text = `[The file${name}${kind} was here. It is no longer stored.]`
  return { type: 'text', text, ...(untrusted === true && { untrusted }) }
}

/** A part of a message, which may hold a file. */
type AnyPart = ContentPart | MessagePart

/** The file of a part. */
interface PartFile {
  /** The base64 text or the URL. In a stored part with a hash, the text before the base64 text. */
  readonly text: string
  /** The hash of the bytes, in a stored part whose bytes are stored beside the message. */
  readonly hash?: string | undefined
}

/** Returns the file of a part; undefined for a part without one, or with a file on the web. */
function fileOf(part: AnyPart): PartFile | undefined {
  const { data, blob } = part as { readonly data?: unknown; readonly blob?: unknown }
  const text = typeof data === 'string' ? data : (data as { data?: unknown } | undefined)?.data
  if (typeof text !== 'string') return undefined
  return typeof blob === 'string' ? { text, hash: blob } : { text }
}

/** Returns a part with another file in place of its own. */
function withFile(part: AnyPart, { text, hash }: PartFile): AnyPart {
  const { blob: _blob, ...rest } = part as AnyPart & { readonly blob?: unknown }
  const isText = typeof (part as { readonly data?: unknown }).data === 'string'
  const data = isText ? text : { type: 'data', data: text }
  return { ...rest, data, ...(hash !== undefined && { blob: hash }) } as AnyPart
}

/** The conversion of parts with a file. */
interface PartChange {
  /** Returns true for a part that has to be converted. */
  readonly isFor: (part: AnyPart) => boolean
  readonly convert: (part: AnyPart) => Promise<AnyPart>
}

const changeAll = <T>(
  list: readonly T[],
  changeOne: (one: T, change: PartChange) => T | Promise<T>,
  change: PartChange,
): Promise<T[]> => Promise.all(list.map((one) => changeOne(one, change)))

const partsOf = { user: 'content', assistant: 'parts', tool: 'output' } as const

/** Returns the message itself if there is nothing to convert in it, else a promise of a copy. */
function changeMessage<M extends Message>(message: M, change: PartChange): M | Promise<M> {
  const field = partsOf[message.role]
  const list = (message as Partial<Record<typeof field, unknown>>)[field]
  const changing = changeParts(list, change)
  return changing ? changing.then((changed) => ({ ...message, [field]: changed })) : message
}

/** Converts the answer of a call that has ended before its turn in the history. */
async function changeIntent(intent: Intent, change: PartChange): Promise<Intent> {
  const { answer } = intent
  return answer ? { ...intent, answer: await changeMessage(answer, change) } : intent
}

async function changeWaiting(waiting: WaitingMessage, change: PartChange): Promise<WaitingMessage> {
  const content = await changeParts(waiting.content, change)
  return content ? { ...waiting, content } : waiting
}

/** Converts a list of parts. Returns undefined if there is nothing to convert. */
function changeParts<Given>(
  list: Given,
  { isFor, convert }: PartChange,
): Promise<Given> | undefined {
  if (!Array.isArray(list)) return undefined
  const parts = list as readonly AnyPart[]
  if (!parts.some(isFor)) return undefined
  const changing = parts.map(async (part) => (isFor(part) ? convert(part) : part))
  return Promise.all(changing) as Promise<unknown> as Promise<Given>
}

/** The longest head of a data URL whose file is stored beside its message, in characters. */
const maxHead = 256
const base64Mark = ';base64,'

/** Returns where base64 text begins: at 0, or after the head of a data URL. */
function findBase64(text: string): number {
  if (!text.startsWith('data:')) return 0
  return text.slice(0, maxHead).indexOf(base64Mark) + base64Mark.length
}

/** The characters that are decoded at once: whole groups of 4. */
const textAtOnce = 262_144
/** The bytes that are encoded at once: whole groups of 3. */
const bytesAtOnce = 196_608

/**
 * Decodes base64 text in slices. Resolves with undefined if the bytes, encoded again, would give
 * another text: for signs of another alphabet, for spaces, and for missing padding.
 */
async function decodeBase64(
  text: string,
  slices: Slices,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let written = 0
  for (let at = 0; at < text.length; at += textAtOnce) {
    const decoded = decode(text.slice(at, at + textAtOnce))
    const expected = Math.min((textAtOnce / 4) * 3, bytes.length - written)
    if (decoded?.length !== expected) return undefined
    bytes.set(decoded, written)
    written += expected
    await slices.pause()
  }
  const last = toBase64(bytes.subarray(bytes.length - (3 - padding)))
  return text.endsWith(last) ? bytes : undefined
}

/** Encodes bytes as base64 text in slices. */
async function encodeBase64(bytes: Uint8Array, slices: Slices): Promise<string> {
  let text = ''
  for (let at = 0; at < bytes.length; at += bytesAtOnce) {
    text += toBase64(bytes.subarray(at, at + bytesAtOnce))
    await slices.pause()
  }
  return text
}

/** The part of `Uint8Array` that not every engine has. It is much faster than `atob`. */
interface Decoding {
  readonly fromBase64?: (text: string) => Uint8Array
}

function decode(text: string): Uint8Array | undefined {
  try {
    const { fromBase64 } = Uint8Array as Decoding
    if (fromBase64) return fromBase64.call(Uint8Array, text)
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}
