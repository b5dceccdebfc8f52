import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ToolResultLimit } from '../features.ts'
import { toUntrustedEnvelope } from '../model/envelope.ts'
import { checkCount } from '../options/check-values.ts'

/** The size of a result that the model gets. */
export interface ToolResultLimitOptions {
  /** The most characters of JSON. A whole number from 200. Default 20,000. */
  readonly maxChars?: number | undefined
}

/**
 * Cuts long results. A list keeps its first entries and a note of the number of entries. Anything
 * else keeps its beginning.
 */
export function truncate(options: ToolResultLimitOptions = {}): ToolResultLimit {
  const maxChars = maxOf(options)
  return { limit: (json) => (json.length <= maxChars ? json : cut(json, maxChars)) }
}

/** Lets a model summarize long results. Works like `truncate` if that fails. */
export function condense(
  options: ToolResultLimitOptions & { readonly model?: LanguageModelV4 | undefined } = {},
): ToolResultLimit {
  const maxChars = maxOf(options)
  return {
    limit: async (json, at) => {
      if (json.length <= maxChars) return json
      try {
        // Somebody else may have written what a tool returned, whatever its author thinks.
        const text = toUntrustedEnvelope(`tool ${at.tool}`, json.slice(0, maxChars * 10))
        const content = `Sum up this result of the tool "${at.tool}" in at most ${maxChars} characters. Keep ids, names and numbers.`
        const summary = await at.ask(
          {
            prompt: [
              { role: 'system', content },
              { role: 'user', content: [{ type: 'text', text }] },
            ],
          },
          options.model,
        )
        return cut(
          JSON.stringify({ summary, note: `Summed up from ${json.length} characters.` }),
          maxChars,
        )
      } catch {
        return cut(json, maxChars)
      }
    },
  }
}

function cut(json: string, maxChars: number): string {
  if (json.length <= maxChars) return json
  const value: unknown = JSON.parse(json)
  if (Array.isArray(value)) return cutList(value, maxChars)
  const note = `Cut from ${json.length} characters.`
  // JSON escapes quotes and backslashes, so the cut text may still be too long.
  let cutAt = maxChars
  for (;;) {
    const text = JSON.stringify({ start: json.slice(0, cutAt), note })
    if (text.length <= maxChars) return text
    cutAt -= text.length - maxChars
  }
}

function cutList(list: readonly unknown[], maxChars: number): string {
  let size = 80
  const fitting = list.findIndex((item) => (size += JSON.stringify(item).length + 1) > maxChars)
  const items = list.slice(0, Math.max(0, fitting))
  return JSON.stringify({ items, note: `The first ${items.length} of ${list.length} entries.` })
}

function maxOf({ maxChars = 20_000 }: ToolResultLimitOptions): number {
  checkCount('maxChars', maxChars, 200)
  return maxChars
}
