import type { AssistantMessage } from '@ambit/core'
import { cleanText } from '../markdown/text-intake.ts'

/** A source that a model names for its answer. */
export interface Source {
  readonly title: string
  /** The address as the model gave it. The link policy decides if the address becomes a link. */
  readonly url?: string | undefined
}

const MOST = 50
const TITLE_CHARS = 200

/** Returns the sources that a message names, each once, at most 50. */
export function toSources(parts: AssistantMessage['parts']): readonly Source[] {
  const sources = new Map<string, Source>()
  for (const part of parts) {
    if (part.type !== 'source' || sources.size === MOST) continue
    const { url, title, filename } = part.source
    const address = typeof url === 'string' ? url : undefined
    const name = [title, filename, address].find((text) => typeof text === 'string' && text !== '')
    if (typeof name !== 'string') continue
    const source = { title: cleanText(name).slice(0, TITLE_CHARS), url: address }
    sources.set(address ?? source.title, source)
  }
  return [...sources.values()]
}
