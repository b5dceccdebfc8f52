import { type Agent, isTextType, type ProxyModel, readMediaType } from '@ambit/core'
import type { ComposerStrings } from '../../strings/composer-strings.ts'
import { type AttachmentRules, defaultRules, isAccepted } from './attachment-rules.ts'

/** The longest side of a picture that is sent, in pixels. Models read no more of a larger one. */
const longestSide = 2048

/**
 * Makes a picture fit for models: at most 2,048 pixels a side and `maxBytes`, as JPEG. A picture
 * that may have parts that are not opaque becomes WebP, or PNG in browsers that write none. One
 * that fits already is returned itself, with `type` as its media type. A picture is made smaller in
 * a worker, so that no frame of the page waits. Where the page's policy forbids workers from
 * `blob:`, the page does it.
 *
 * @param type The media type that the bytes show.
 * @param isTaken True if models take pictures of this type as they are.
 * @returns Undefined if the browser cannot draw the picture.
 */
export async function scalePicture(
  file: File,
  type: string,
  isTaken: boolean,
  maxBytes: number,
): Promise<File | undefined> {
  if (isTaken && file.size <= maxBytes) {
    const image = await createImageBitmap(file).catch(() => undefined)
    if (!image) return undefined
    const isSmall = Math.max(image.width, image.height) <= longestSide
    image.close()
    if (isSmall) return new File([file], file.name, { type })
  }
  const wanted = type === 'image/jpeg' || type === 'image/heic' ? 'image/jpeg' : 'image/webp'
  const job: Job = { file, side: longestSide, maxBytes, type: wanted }
  const drawn = await drawAside(job).catch(() => draw(job))
  return drawn && new File([drawn], file.name, { type: drawn.type })
}

interface Job {
  readonly file: Blob
  readonly side: number
  readonly maxBytes: number
  readonly type: string
}

/**
 * Draws a picture. The text of this function is the script of the worker, so it uses nothing from
 * outside. It has no functions inside, because some build tools add calls of their own to these.
 */
async function draw({ file, side, maxBytes, type }: Job): Promise<Blob | undefined> {
  let image
  try {
    image = await createImageBitmap(file)
  } catch {
    return undefined
  }
  const longest = Math.max(image.width, image.height)
  let scale = Math.min(1, side / longest)
  let drawn
  do {
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    )
    const context = canvas.getContext('2d')
    if (!context) break
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    drawn = await canvas.convertToBlob({ type, quality: 0.85 })
    scale *= 0.7
  } while (drawn.size > maxBytes && scale * longest > 64)
  image.close()
  return drawn
}

const script = `const draw = ${String(draw)}
onmessage = ({ data }) => draw(data).then((drawn) => postMessage({ drawn }), () => postMessage(0))`

/** What the worker sends: the picture, or 0 if its script failed. */
type Drawn = 0 | { readonly drawn: Blob | undefined }

/** True once the page's policy has forbidden a worker. */
let isForbidden = false

/** Draws a picture in a worker. Rejects if there is none, or if it cannot run the script. */
async function drawAside(job: Job): Promise<Blob | undefined> {
  if (isForbidden) throw new Error('The policy forbids workers.')
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const { promise, resolve, reject } = Promise.withResolvers<Blob | undefined>()
  let worker: Worker | undefined
  try {
    worker = new Worker(url)
    worker.addEventListener('message', ({ data }: MessageEvent<Drawn>) =>
      data === 0 ? reject(new Error('The worker failed.')) : resolve(data.drawn),
    )
    worker.addEventListener('error', reject)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that of a window
    worker.postMessage(job)
    return await promise
  } catch (error) {
    isForbidden = true
    throw error
  } finally {
    worker?.terminate()
    URL.revokeObjectURL(url)
  }
}

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
