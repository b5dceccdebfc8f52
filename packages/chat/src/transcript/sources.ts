import type { AssistantMessage } from '@ambit/core'
import { cleanText } from '../markdown/text-intake.ts'

/** Where a model says it has something from. */
export interface Source {
  readonly title: string
  /** As the model gave it: the link policy decides whether it becomes a link. */
  readonly url?: string | undefined
}

const MOST = 50
const TITLE_CHARS = 200

/** The sources a message names, each once, 50 at most. */
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
