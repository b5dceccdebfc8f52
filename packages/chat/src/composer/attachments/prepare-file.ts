import { type Agent, isTextType, type ProxyModel, readMediaType } from '@ambit/core'
import type { ComposerStrings } from '../../strings/composer-strings.ts'
import { type AttachmentRules, defaultRules, isAccepted } from './attachment-rules.ts'
import { scalePicture } from './scale-picture.ts'

/** The most bytes of a picture that is sent, if it need not share the room with other files. */
const maxPicture = 1_000_000

/** The largest picture that is read to make it smaller, in bytes. */
const maxRead = 60_000_000

/** The media types that every model with vision accepts. */
const taken: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** The room for a file in its message. */
export interface Room {
  /** The bytes that all files of the message may have together. */
  readonly total: number
  /** The bytes of the files that are ready. */
  readonly held: number
  /** The number of files that wait, this one included. */
  readonly waiting: number
}

/**
 * Returns a file as models can read it: a picture is made smaller, and the media type is that of
 * the bytes. Returns a sentence that says why the file cannot be sent, if it cannot.
 */
export async function prepareFile(
  file: File,
  rules: AttachmentRules,
  room: Room,
  strings: ComposerStrings,
): Promise<File | string> {
  const { types = defaultRules.types, maxBytes = defaultRules.maxBytes } = rules
  const left = room.total - room.held
  const most = Math.min(maxBytes, room.total)
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer())
  const type = readMediaType(btoa(String.fromCharCode(...head.subarray(0, 24))))
  const isText = type === undefined && looksLikeText(head)
  const shown = type ?? (isText ? textType(file.type) : file.type)
  // Every kind of text, such as JSON, also fits `text/*`.
  const kinds = isText && isTextType(shown) ? [shown, 'text/plain'] : [shown]
  const isListed = kinds.some((kind) => isAccepted({ name: file.name, type: kind }, types))
  const isPicture = !isText && shown.startsWith('image/')
  // A text whose declared type is a picture, audio, video or PDF is refused: its type is unknown.
  if (!isListed || (isText && /^(image\/(?!svg)|audio|video|application\/pdf)/.test(file.type)))
    return strings.fileKind(file.name)
  if (file.size > (isPicture ? maxRead : most)) return strings.fileSize(file.name, most)
  const made = isPicture
    ? await fit(file, shown, Math.min(maxPicture, maxBytes, Math.max(left, 0) / room.waiting))
    : new File([file], file.name, { type: shown })
  if (!made) return strings.fileKind(file.name)
  return made.size > left ? strings.filesSize(file.name, room.total) : made
}

async function fit(file: File, type: string, maxBytes: number): Promise<File | undefined> {
  const isTaken = taken.has(type)
  // A browser that cannot scale pictures sends them as they are.
  if ('createImageBitmap' in globalThis) return scalePicture(file, type, isTaken, maxBytes)
  return isTaken && (await pngSide(file, type)) <= 8000
    ? new File([file], file.name, { type })
    : undefined
}

/** Resolves with the longest side of a PNG in pixels, and with 0 for other pictures. */
async function pngSide(file: File, type: string): Promise<number> {
  if (type !== 'image/png' || file.size < 24) return 0
  const sizes = new DataView(await file.slice(16, 24).arrayBuffer())
  return Math.max(sizes.getUint32(0), sizes.getUint32(4))
}

/** Whether bytes may be text: UTF-16 with its mark, or no control characters before the tab. */
const looksLikeText = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || bytes.every((byte) => byte >= 9)

/** Returns the media type of a text. Some systems give no type, or that of a spreadsheet. */
const textType = (type: string): string =>
  type === '' || type === 'application/vnd.ms-excel' ? 'text/plain' : type

/** The most bytes of a call, if the proxy does not say. */
const usualCall = 4 * 1024 * 1024

/**
 * Resolves with the bytes that the files of one message may have, so that the proxy takes the call.
 * Base64 adds a third to them, and a seventh is left for the text. Infinite without a proxy.
 */
export async function roomOf({ model }: Agent): Promise<number> {
  if (!('maxBytes' in model)) return Infinity
  const most = (await (model as ProxyModel).maxBytes().catch(() => undefined)) ?? usualCall
  return Math.floor(most * 0.85 * 0.75)
}
