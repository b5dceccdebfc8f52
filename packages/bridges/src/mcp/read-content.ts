import type { ContentPart } from '@ambit/core'
import { cut } from '../outside/cut.ts'
import type { McpContent } from './mcp-definitions.ts'
import { toOutput } from './to-tool.ts'

/** The media types that models take, and the most characters of one such part. */
const media = /^(image\/(png|jpeg|gif|webp)|audio\/(wav|mpeg|mp3|ogg|webm))$/
const maxMediaChars = 4_000_000

/** Returns the parts of a result: as text, or as parts if there is media among them. */
export function readContent(
  content: readonly McpContent[],
  maxChars: number,
): string | readonly ContentPart[] {
  const parts = content.map(toPart)
  const hasMedia = parts.some(({ type }) => type !== 'text')
  if (!hasMedia) return cut(textOf(content), maxChars)
  let room = maxChars
  return parts.map((part) => {
    if (part.type !== 'text') return part
    const text = cut(part.text, room)
    room = Math.max(room - text.length, 0)
    return { type: 'text', text }
  })
}

/** Returns the text of a result. What is not text is named. */
export const textOf = (content: readonly McpContent[]): string =>
  content.map((part) => wordsOf(part)).join('\n')

function toPart(part: McpContent): ContentPart {
  const { type, data, mimeType } = part
  const { blob, mimeType: ofResource } = part.resource ?? {}
  const [bytes, mediaType] = blob === undefined ? [data, mimeType] : [blob, ofResource]
  const text: ContentPart = { type: 'text', text: wordsOf(part) }
  if (type === 'text' || typeof bytes !== 'string' || !media.test(String(mediaType))) return text
  if (bytes.length > maxMediaChars) return text
  const kind = mediaType?.startsWith('image/') ? 'image' : 'audio'
  const made: ContentPart = { type: kind, data: bytes, mediaType }
  // What is not base64 could be an address.
  return typeof toOutput([made]) === 'string' ? text : made
}

function wordsOf(part: McpContent): string {
  const { type, text, uri, name, mimeType, resource } = part
  if (type === 'text') return toWords(text)
  if (type === 'resource_link') return `[${toWords(name)}: ${toWords(uri)}]`
  if (resource) {
    const { text: own, mimeType: kind = 'a file' } = resource
    return `[${toWords(resource.uri)}]\n${typeof own === 'string' ? own : `(${toWords(kind)})`}`
  }
  return `[${[type, mimeType].filter(Boolean).map(toWords).join(', ')}]`
}

/** Returns text. What a server sends may be anything, whatever its type says. */
const toWords = (given: unknown): string => (typeof given === 'string' ? given : '')
