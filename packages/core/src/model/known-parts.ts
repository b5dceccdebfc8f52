import type { ContentPart } from '../messages/content.ts'
import type { MessagePart } from '../messages/message.ts'

/** Hears of the type of a part that only a later version knows. The part is left out. */
export type OnNewer = (type: string) => void

/** Returns the parts of known types. */
export const knownParts = <Part extends { readonly type: string }>(
  parts: readonly Part[],
  types: ReadonlySet<string>,
  onNewer: OnNewer,
): readonly Part[] =>
  parts.filter(({ type }) => {
    if (!types.has(type)) onNewer(type)
    return types.has(type)
  })

/** The types of the parts of a person's message, and of a tool's output. */
export const contentTypes: ReadonlySet<string> = new Set<ContentPart['type']>([
  'text',
  'image',
  'audio',
  'file',
])

/** The types of the parts of a model's message. */
export const partTypes: ReadonlySet<string> = new Set<MessagePart['type']>([
  'text',
  'reasoning',
  'tool-call',
  'tool-result',
  'file',
  'reasoning-file',
  'custom',
  'source',
])
