import { cleanText } from '../markdown/text-intake.ts'

const MOST_CHARS = 20_000

/**
 * Converts a value to text for people: text unchanged, anything else as JSON. The text has no
 * hidden characters and at most 20,000 characters.
 */
export function valueText(value: unknown): string {
  return cleanText(rawText(value))
}

/** Converts a value as `valueText` does, but keeps hidden characters. */
export function rawText(value: unknown): string {
  const text = wholeText(value)
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
}

/** Converts a value to text, as JSON unless it is one, without a limit. */
export const wholeText = (value: unknown): string =>
  typeof value === 'string' ? value : jsonText(value)

/** Returns a value as JSON; an empty text if JSON cannot hold it. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? ''
  } catch {
    return ''
  }
}

const PREVIEW_CHARS = 80

/**
 * Returns the short values among a call's arguments, on one line of at most 80 characters. `say`
 * returns a value in other words; undefined for its own.
 */
export function argumentsPreview(
  args: Record<string, unknown>,
  say: (name: string, value: unknown) => string | undefined = () => undefined,
): string {
  let line = ''
  for (const name of Object.keys(args)) {
    const value = args[name]
    const isShort = ['string', 'number', 'boolean'].includes(typeof value)
    const text = say(name, value) ?? (isShort ? String(value) : undefined)
    if (text === undefined) continue
    line += `${line && ' · '}${text.slice(0, PREVIEW_CHARS)}`.replaceAll(/\s+/g, ' ')
    if (line.length > PREVIEW_CHARS) break
  }
  return cleanText(line.length > PREVIEW_CHARS ? `${line.slice(0, PREVIEW_CHARS)}…` : line)
}
