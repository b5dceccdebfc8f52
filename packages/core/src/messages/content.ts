import { toBase64 } from '@ambit/protocol'
import type { ChatInput, ContentInput, ContentPart, MediaPart, UserContent } from './message.ts'

/**
 * Converts checked input to content that can be stored. Returns a promise only if a Blob must be
 * read. Empty texts beside other parts are left out, because some providers refuse them.
 */
export function toContent(input: ChatInput): UserContent | Promise<UserContent> {
  if (typeof input === 'string') return input
  const stored: ContentPart[] = []
  const reading: Promise<unknown>[] = []
  const said = input.filter((part) => part.type !== 'text' || part.text.trim() !== '')
  said.forEach((part, at) => {
    const made = toPart(part)
    if (made instanceof Promise) reading.push(made.then((read) => (stored[at] = read)))
    else stored[at] = made
  })
  return reading.length === 0 ? stored : Promise.all(reading).then(() => stored)
}

/** Converts input as `toContent` does, without the files that cannot be read. Never rejects. */
export async function toReadable(input: ChatInput): Promise<UserContent> {
  if (typeof input === 'string') return input
  const read = await Promise.allSettled(input.map(async (part) => toContent([part])))
  return read.flatMap((each) =>
    each.status === 'fulfilled' ? (each.value as readonly ContentPart[]) : [],
  )
}

function toPart(part: ContentInput): ContentPart | Promise<ContentPart> {
  if (part.type === 'text') return { ...part }
  if (part.data instanceof URL) return { ...part, data: part.data.href }
  if (typeof part.data === 'string') return { ...(part as MediaPart) }
  return readBlob({ ...part, data: part.data })
}

async function readBlob(part: Omit<MediaPart, 'data'> & { data: Blob }): Promise<MediaPart> {
  const bytes = new Uint8Array(await part.data.arrayBuffer())
  const filename = part.filename ?? ('name' in part.data ? String(part.data.name) : undefined)
  return {
    type: part.type,
    data: toBase64(bytes),
    mediaType: part.mediaType ?? (part.data.type || 'application/octet-stream'),
    ...(filename === undefined ? {} : { filename }),
    ...(part.untrusted && { untrusted: true }),
  }
}
