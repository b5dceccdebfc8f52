import type { Redaction } from '../features.ts'
import type { ToolMessage } from '../messages/message.ts'
import { encoder, redactCapped } from './redact-capped.ts'

/** The output that a tool made for the model, as it is sent. */
export interface ModelOutput {
  readonly output: NonNullable<ToolMessage['output']>
  /** The size of the texts that were cut, in UTF-8 bytes before the cut; absent if none was cut. */
  readonly totalBytes?: number | undefined
}

/**
 * Removes the secrets from the output of `toModelOutput`, and cuts its text, all parts together, to
 * `maxBytes`. Media is not cut, because half an image is useless.
 */
export function toOutput(
  made: ModelOutput['output'],
  maxBytes: number,
  redaction: Redaction | undefined,
): ModelOutput {
  let room = maxBytes
  let totalBytes: number | undefined
  const say = (given: string): string => {
    const capped = redactCapped(given, room, redaction)
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
