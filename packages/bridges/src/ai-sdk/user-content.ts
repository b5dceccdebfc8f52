import type { ContentPart, UserContent } from '@ambit/core'
import type { UIPart } from './ui-part.ts'

/**
 * Returns what a user says in a message of a chat. Parts of other types than text and files are
 * left out, and counted by type.
 */
export function toContent(parts: readonly UIPart[], ignored: Map<string, number>): UserContent {
  const content = parts.flatMap((part): ContentPart[] => {
    if (part.type === 'text') return [{ type: 'text', text: part.text }]
    if (part.type === 'file') return [toMedia(part)]
    count(ignored, part.type)
    return []
  })
  const [only] = content
  if (!only) return ''
  return content.length === 1 && only.type === 'text' ? only.text : content
}

/** Counts what is left out. */
export const count = (ignored: Map<string, number>, type: string): void =>
  void ignored.set(type, (ignored.get(type) ?? 0) + 1)

function toMedia({ mediaType, url, filename }: Extract<UIPart, { type: 'file' }>): ContentPart {
  const [kind] = mediaType.split('/')
  return {
    type: kind === 'image' || kind === 'audio' ? kind : 'file',
    data: url,
    // A chat may know only `image`; core then takes the type of the URL.
    ...(/\/[^*]/.test(mediaType) && { mediaType }),
    ...(filename !== undefined && { filename }),
  }
}
