import { cleanText } from '../markdown/text-intake.ts'

const MOST_CHARS = 20_000

/** A value for people: text as it is, anything else as JSON. Without hidden characters, at most 20,000 of them. */
export function valueText(value: unknown): string {
  return cleanText(rawText(value))
}

/** The same with what nobody sees. */
export function rawText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '')
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
}

const PREVIEW_CHARS = 80

/** The short values among a call's arguments, on one line of at most 80 characters. */
export function argumentsPreview(args: Record<string, unknown>): string {
  const values = Object.values(args).filter((value) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  )
  const line = values
    .map((value) => String(value).slice(0, PREVIEW_CHARS))
    .join(' · ')
    .replaceAll(/\s+/g, ' ')
  return cleanText(line.length > PREVIEW_CHARS ? `${line.slice(0, PREVIEW_CHARS)}…` : line)
}
