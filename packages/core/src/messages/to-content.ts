import type { ChatInput, ContentInput, ContentPart, MediaPart, UserContent } from './content.ts'

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

function toPart(part: ContentInput): ContentPart | Promise<ContentPart> {
  if (part.type === 'text') return { ...part }
  if (part.data instanceof URL) return { ...part, data: part.data.href }
  if (typeof part.data === 'string') return { ...(part as MediaPart) }
  return readBlob({ ...part, data: part.data })
}

async function readBlob(part: Omit<MediaPart, 'data'> & { data: Blob }): Promise<MediaPart> {
  const bytes = new Uint8Array(await part.data.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  }
  const filename = part.filename ?? ('name' in part.data ? String(part.data.name) : undefined)
  return {
    type: part.type,
    data: btoa(binary),
    mediaType: part.mediaType ?? (part.data.type || 'application/octet-stream'),
    ...(filename === undefined ? {} : { filename }),
    ...(part.untrusted && { untrusted: true }),
  }
}
