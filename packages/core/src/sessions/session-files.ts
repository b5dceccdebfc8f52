import { hasSha256, sha256 } from '../model/file-data.ts'
import { Slices } from '../slices.ts'
import type { SessionWrite } from '../storage/session-row.ts'
import type { AgentStorage, ReadOptions } from '../storage/storage.ts'
import {
  type AnyPart,
  changeIntent,
  changeMessage,
  changeWaiting,
  fileOf,
  type PartChange,
  withFile,
} from './file-parts.ts'
import { decodeBase64, encodeBase64 } from './file-text.ts'

/** The length of base64 text from which a file is stored beside its message, in characters. */
const leastCharacters = 8_192

/** A storage that keeps files beside the messages. */
export type BlobStorage = AgentStorage & Required<Pick<AgentStorage, 'putBlob' | 'getBlob'>>

/**
 * Stores the files of a write, and resolves with the write that has their hashes in their place. A
 * file stays in its message if its text is no plain base64, or if the page cannot make a hash, as
 * on plain `http`.
 */
export async function storeFiles(
  storage: BlobStorage,
  id: string,
  write: SessionWrite,
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
      const bytes = await readBytes(text.slice(from), slices)
      if (!bytes) return withFile(part, { text })
      const hash = await sha256(bytes)
      await storage.putBlob(id, hash, new Blob([bytes]))
      return withFile(part, { text: text.slice(0, from), hash })
    },
  }
  const { messages = [], intents, session } = write
  const stored = []
  // One after another: the files of all messages could be too large for the page together.
  for (const message of messages) {
    const pause = slices.pause()
    if (pause) await pause
    const changing = changeMessage(message, change)
    stored.push(changing instanceof Promise ? await changing : changing)
  }
  return {
    ...write,
    ...(write.messages && { messages: stored }),
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
export function createFilling(
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

export const changeAll = <T>(
  list: readonly T[],
  changeOne: (one: T, change: PartChange) => T | Promise<T>,
  change: PartChange,
): Promise<T[]> => Promise.all(list.map((one) => changeOne(one, change)))

interface FileWords {
  readonly filename?: unknown
  readonly mediaType?: unknown
  readonly untrusted?: unknown
}

/** Returns the text in place of a file that is gone. The person and the model read it. */
function toMissing(part: AnyPart): AnyPart {
  const { filename, mediaType, untrusted } = part as FileWords
  const name = typeof filename === 'string' ? ` "${filename}"` : ''
  const kind = typeof mediaType === 'string' ? ` (${mediaType})` : ''
  const text = `[The file${name}${kind} was here. It is no longer stored.]`
  return { type: 'text', text, ...(untrusted === true && { untrusted }) }
}

/** Returns where base64 text begins: at 0, or after the head of a data URL. */
function findBase64(text: string): number {
  if (!text.startsWith('data:')) return 0
  return text.slice(0, maxHead).indexOf(base64Mark) + base64Mark.length
}

/** The longest head of a data URL whose file is stored beside its message, in characters. */
const maxHead = 256
const base64Mark = ';base64,'

async function readBytes(
  text: string,
  slices: Slices,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (text.length < leastCharacters || !hasSha256()) return undefined
  return decodeBase64(text, slices)
}
