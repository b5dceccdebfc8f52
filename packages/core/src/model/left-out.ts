import type { ContentPart, MediaPart, Message, RefusedPart } from '../messages/message.ts'
import { isUrl, joinText } from '../messages/read.ts'
import { refusedIn } from '../messages/refused.ts'
import { isTextType } from '@ambit/protocol'

/** The kinds of parts that a model takes beside text; undefined for all. */
export type Modalities = readonly MediaPart['type'][] | undefined

/**
 * The characters of base64 that a request holds of files in earlier messages and results. With its
 * text, it then fits into 4 MiB, the most that a proxy takes by default.
 */
const maxEarlier = 3_000_000

/**
 * Returns messages as they are sent; nothing else decides about their files. A note stands in place
 * of a file that was refused, that the model does not take, or whose address is not valid. An old
 * file also gets a note where newer files fill the room. A file of text is sent as text. A message
 * without such files is returned itself, and of any other always the same copy.
 */
export function toSent(messages: readonly Message[], modalities?: Modalities): readonly Message[] {
  const refused = new Set(refusedIn(messages).map(({ messageId, at }) => `${messageId} ${at}`))
  const sent = [...messages]
  let room: number | undefined
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] as Message
    const parts = partsOf(message)
    if (!parts.some(isFile)) continue
    const isNewest = room === undefined
    const reasons = parts.map((part, at): Reason | undefined => {
      if (!isFile(part)) return undefined
      const data = dataOf(part)
      if (refused.has(`${message.id} ${at}`)) return 'it was refused'
      if (!isUrl(data)) return 'its address is not a valid URL'
      if (isText(message, part)) return asText
      if (message.role !== 'assistant' && !takes(modalities, part)) {
        return 'this model takes no files of its kind'
      }
      room = (room ?? maxEarlier) - data.length
      return room < 0 && !isNewest ? 'newer files have taken its place' : undefined
    })
    sent[index] = replaceParts(message, reasons)
  }
  return sent
}

const asText = 'as text'

type Reason =
  | typeof asText
  | 'it was refused'
  | 'its address is not a valid URL'
  | 'this model takes no files of its kind'
  | 'newer files have taken its place'

/** The place of a file in a conversation. */
type FilePlace = Omit<RefusedPart, 'reason'>

/** Returns the files of messages, except those that are sent as text. */
export const filesIn = (messages: readonly Message[]): FilePlace[] =>
  messages.flatMap((message) =>
    partsOf(message).flatMap((part, at) =>
      isFile(part) && !isText(message, part) ? [{ messageId: message.id, at }] : [],
    ),
  )

/** Returns the files of a message that a model does not take. */
export const filesOfOtherKind = (message: Message, modalities: Modalities): FilePlace[] =>
  filesIn([message]).filter(({ at }) => !takes(modalities, partsOf(message)[at] as FilePart))

/** A file in any message. */
interface FilePart {
  readonly type: MediaPart['type']
  readonly data: string | { readonly url: string } | { readonly data: string }
  readonly mediaType?: string | undefined
  readonly filename?: string | undefined
  readonly untrusted?: true | undefined
}

type AnyPart = FilePart | { readonly type: string }

/** Returns the field with the parts of a message, if it has parts. */
function fieldOf(message: Message): 'parts' | 'output' | 'content' {
  if ('parts' in message) return 'parts'
  return 'output' in message && message.output !== undefined ? 'output' : 'content'
}

function partsOf(message: Message): readonly AnyPart[] {
  const parts: unknown = Reflect.get(message, fieldOf(message))
  return Array.isArray(parts) ? (parts as readonly AnyPart[]) : []
}

const isFile = (part: AnyPart): part is FilePart =>
  'data' in part && (part.type === 'image' || part.type === 'audio' || part.type === 'file')

function dataOf({ data }: FilePart): string {
  if (typeof data === 'string') return data
  return 'url' in data ? data.url : data.data
}

const takes = (modalities: Modalities, { type }: FilePart): boolean =>
  modalities?.includes(type) ?? true

/** Whether a file is text, and is in the message itself. A file that a model made stays a file. */
const isText = ({ role }: Message, part: FilePart): boolean =>
  role !== 'assistant' &&
  isTextType(typeOf(part)) &&
  /^(data:[^,]*;base64,|(?!\w+:))/.test(dataOf(part))

const typeOf = (part: FilePart): string =>
  part.mediaType ?? /^data:([^;,]+)/.exec(dataOf(part))?.[1] ?? ''

const replaced = new WeakMap<Message, { readonly key: string; readonly copy: Message }>()

/** Returns a message with a text in place of each part that has a reason. */
function replaceParts(message: Message, reasons: readonly (Reason | undefined)[]): Message {
  if (reasons.every((reason) => reason === undefined)) return message
  const key = reasons.join()
  const known = replaced.get(message)
  if (known?.key === key) return known.copy
  const parts = partsOf(message).map((part, at) => {
    const reason = reasons[at]
    return reason && isFile(part) ? toTextPart(part, reason) : part
  })
  const copy = { ...message, [fieldOf(message)]: parts } as Message
  // The text of an answer is that of its parts.
  if (copy.role === 'assistant') Object.assign(copy, { content: joinText(copy.parts, 'text') })
  replaced.set(message, { key, copy })
  return copy
}

function toTextPart(part: FilePart, reason: Reason): ContentPart {
  const { filename, type, untrusted } = part
  const name =
    filename === undefined
      ? `A file (${typeOf(part) || type})`
      : `The file ${JSON.stringify(filename)}`
  const text =
    reason === asText ? `${name}:\n${readText(dataOf(part))}` : `(${name} is not here: ${reason}.)`
  return { type: 'text', text, ...(untrusted && { untrusted }) }
}

/** Reads text in base64: UTF-8, or UTF-16 with a byte order mark, or else Windows-1252. */
function readText(data: string): string {
  try {
    const bytes = Uint8Array.from(atob(data.slice(data.indexOf(',') + 1)), (byte) =>
      byte.charCodeAt(0),
    )
    const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
    try {
      return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
    } catch {
      return new TextDecoder('windows-1252').decode(bytes)
    }
  } catch {
    return '(cannot be read)'
  }
}
