import { cleanText } from '../markdown/text-intake.ts'
import { unseenChars, withoutUnseen } from './unseen-chars.ts'

/** The number of characters on a page of a value. */
export const PAGE_CHARS = 20_000
/** The length from which a value is folded, in characters and in lines. */
const LONG_CHARS = 800
const LONG_LINES = 16
/** The most characters of a name that is not folded, and of one that is. */
const NAME_CHARS = 200
/** The length of what a folded value shows, in characters and in lines. */
const START_CHARS = 240
const START_LINES = 4

/** A run of white space that is shown as a note: the number of its empty lines or of its spaces. */
export type Gap =
  | { readonly emptyLines: number; readonly spaces?: never }
  | { readonly spaces: number }

/** A value as people see it on an approval card. */
export interface ShownValue {
  /** The text, with long runs of white space as notes. */
  readonly pieces: readonly (string | Gap)[]
  /**
   * What a value that is folded shows of `pieces`: its beginning, and of a single line its end too.
   * Absent for a short value.
   */
  readonly start?: string | undefined
  /** The characters that are not seen, or that would reorder the text. */
  readonly unseen: readonly string[]
  /** The number of characters on the pages after. */
  readonly charsLeft: number
  /** The number of characters and lines of the value. */
  readonly chars: number
  readonly lines: number
}

/** Returns the first pages of a value as people see it: text unchanged, anything else as JSON. */
export function shownValue(value: unknown, pages = 1, isName = false): ShownValue {
  const given = typeof value === 'string' ? value : jsonOf(value)
  const whole = given.replaceAll(/\r\n?/g, '\n')
  const text = withoutUnseen(cleanText(whole.slice(0, pages * PAGE_CHARS)))
  const pieces = withGaps(text)
  const shown = pieces.map((piece) => (typeof piece === 'string' ? piece : '')).join('')
  const isLong =
    shown.length > (isName ? NAME_CHARS : LONG_CHARS) || shown.split('\n').length > LONG_LINES
  return {
    pieces,
    start: isLong ? startOf(shown, isName ? NAME_CHARS : START_CHARS) : undefined,
    unseen: unseenChars(whole),
    charsLeft: Math.max(0, whole.length - pages * PAGE_CHARS),
    chars: whole.length,
    lines: whole.split('\n').length,
  }
}

/** Whether a value is folded, as far as its length tells: for the order of thousands of rows. */
export function isLongValue(value: unknown): boolean {
  const text = typeof value === 'string' ? value : jsonOf(value)
  return text.length > LONG_CHARS || text.split('\n').length > LONG_LINES
}

/** Returns a name on one line, of at most 60 characters unless told otherwise. */
export function shownName(name: string, mostChars = 60): string {
  const line = withoutUnseen(cleanText(name.slice(0, 4 * mostChars)))
    .replaceAll(/\s+/g, (run) => (/^[\u00A0\u202F]$/.test(run) ? run : ' '))
    .trim()
  return line.length > mostChars ? `${line.slice(0, mostChars)}…` : line
}

/** Returns the sentence of a card on one line. Undefined for one that is too long for a heading. */
export const shownSentence = (sentence: string | undefined): string | undefined =>
  sentence === undefined || sentence.length > NAME_CHARS
    ? undefined
    : shownName(sentence, NAME_CHARS) || undefined

/** Whether a name is too long to be shown without a fold. */
export const isLongName = (name: string): boolean => name.length > NAME_CHARS

/** Returns a name as it is, or as JSON if it is empty or some of its spaces would not be seen. */
export const nameWithSpaces = (name: string): string =>
  /^$|^\s|\s$|\s{2}|[^\S ]/.test(name) ? JSON.stringify(name) : name

/** Returns a name whole, on one line. */
export const wholeName = (name: string): string => withoutUnseen(cleanText(nameWithSpaces(name)))

function startOf(text: string, mostChars: number): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const start = lines.slice(0, START_LINES).join('\n')
  if (start.length <= mostChars) return cleanText(`${start}…`)
  // The end of a path or of an address says as much as its beginning.
  const half = mostChars / 2
  return lines.length > 1
    ? cleanText(`${start.slice(0, mostChars)}…`)
    : cleanText(`${start.slice(0, half)}…${start.slice(-half)}`)
}

function withGaps(text: string): readonly (string | Gap)[] {
  const pieces: (string | Gap)[] = []
  let at = 0
  for (const { 0: run, index } of text.matchAll(/\s{6,}/g)) {
    const breaks = run.split('\n').length - 1
    if (breaks < 4 && run.length < 40) continue
    pieces.push(
      text.slice(at, index),
      breaks > 1 ? { emptyLines: breaks - 1 } : { spaces: run.length },
    )
    at = index + run.length
  }
  return [...pieces, text.slice(at)].filter((piece) => piece !== '')
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? ''
  } catch {
    return ''
  }
}
