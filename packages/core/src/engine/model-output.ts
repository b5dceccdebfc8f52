import type { Redaction } from '../features.ts'
import { capText } from '../json/json-text.ts'
import type { ToolMessage } from '../messages/message.ts'

/** What a tool made for the model, as that is sent it. */
export interface ModelOutput {
  readonly output: NonNullable<ToolMessage['output']>
  /** The size of what was cut of it, in UTF-8 bytes before the cut; present when anything was. */
  readonly totalBytes?: number | undefined
}

const encoder = new TextEncoder()

/** Takes the secrets out of what `toModelOutput` gave, and cuts its text, all parts together, to `maxBytes`. Media stays: half an image is none. */
export function toOutput(
  made: ModelOutput['output'],
  maxBytes: number,
  redaction: Redaction | undefined,
): ModelOutput {
  let room = maxBytes
  let totalBytes: number | undefined
  const say = (given: string): string => {
    const capped = capText(redaction ? redaction.text(given) : given, room)
    room -= encoder.encode(capped.text).length
    if (capped.totalBytes) totalBytes = (totalBytes ?? 0) + capped.totalBytes
    return capped.text
  }
  const output =
    typeof made === 'string'
      ? say(made)
      : made
          .map((part) => (part.type === 'text' ? { ...part, text: say(part.text) } : part))
          // Some providers refuse empty text.
          .filter((part) => part.type !== 'text' || part.text)
  return { output, totalBytes }
}
