import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ToolResultLimit } from '../features.ts'
import { checkCount } from '../options/check-values.ts'

/** How much of one result the model is told. */
export interface ToolResultLimitOptions {
  /** Characters of JSON. Default 20,000. */
  readonly maxChars?: number | undefined
}

/** Cuts long results: a list keeps its first entries and a note of how many there are, anything else its beginning. */
export function truncate(options: ToolResultLimitOptions = {}): ToolResultLimit {
  const maxChars = maxOf(options)
  return { limit: (json) => (json.length <= maxChars ? json : cut(json, maxChars)) }
}

/** Has a model sum up long results; falls back to `truncate` when that fails. */
export function condense(
  options: ToolResultLimitOptions & { readonly model?: LanguageModelV4 | undefined } = {},
): ToolResultLimit {
  const maxChars = maxOf(options)
  return {
    limit: async (json, at) => {
      if (json.length <= maxChars) return json
      try {
        const content = `Sum up this result of the tool "${at.tool}" in at most ${maxChars} characters. Keep ids, names and numbers.`
        const summary = await at.ask(
          {
            prompt: [
              { role: 'system', content },
              { role: 'user', content: [{ type: 'text', text: json.slice(0, maxChars * 10) }] },
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
  // Quotes and backslashes are written twice: what is too much then is cut as well.
  let cutAt = maxChars
  for (;;) {
    const told = JSON.stringify({ start: json.slice(0, cutAt), note })
    if (told.length <= maxChars) return told
    cutAt -= told.length - maxChars
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
