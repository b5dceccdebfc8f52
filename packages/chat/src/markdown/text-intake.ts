/**
 * The characters that need a check: control characters, half characters, and those that show
 * nothing by themselves (`Default_Ignorable_Code_Point` of Unicode, and a few more).
 */
const NEEDS_A_LOOK =
  /(?![\n\t])[\p{Cc}\u2028\u2029\uFFF9-\uFFFB\u{13430}-\u{1343F}\u{1D159}\p{DI}\p{Cs}]/u
/** The three flags whose names are spelled in tag characters: England, Scotland, Wales. */
const TAG_FLAG =
  /\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}/uy
/**
 * An end that may change its meaning with the next delta: `\r`, half a character, part of a flag.
 */
const UNDECIDED_END = /(?:\r|(?:\uD83C\uDFF4(?:\uDB40[\uDC00-\uDC7F]){0,5})?[\uD800-\uDBFF]?)$/
const LONGEST_UNDECIDED = 13

/**
 * A filter for deltas of model text: returns the text with `\n` line ends and without characters
 * that can hide something. Removes controls, bidi overrides and isolates, and every character that
 * shows nothing by itself. Keeps emoji sequences, flags, direction marks, and single joiners and
 * variation selectors after a letter. The result does not depend on where the deltas are cut.
 */
export class TextIntake {
  #undecided = ''
  #previous = 0
  /**
   * The number of characters left out so far that could hide something. Controls, soft hyphens and
   * a byte order mark at the start do not count.
   */
  hiddenChars = 0
  #isStart = true

  /** Returns the cleaned part of all deltas so far that was not returned yet. */
  push(delta: string): string {
    const text = this.#undecided + delta
    const ending = UNDECIDED_END.exec(text.slice(-LONGEST_UNDECIDED))?.[0].length ?? 0
    const decided = text.length - ending
    this.#undecided = text.slice(decided)
    return this.#clean(text.slice(0, decided))
  }

  /** Returns the text that was held back. Call `finish` once, when no more deltas follow. */
  finish(): string {
    const rest = this.#undecided
    this.#undecided = ''
    return this.#clean(rest)
  }

  #clean(text: string): string {
    if (text === '') return text
    const isStart = this.#isStart
    this.#isStart = false
    if (!NEEDS_A_LOOK.test(text)) {
      this.#previous = text.charCodeAt(text.length - 1)
      return text
    }
    let clean = ''
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    for (let at = 0; at < lines.length;) {
      const code = lines.codePointAt(at) ?? 0
      TAG_FLAG.lastIndex = at
      const flag = code === 0x1f3f4 ? TAG_FLAG.exec(lines)?.[0] : undefined
      const kept = flag ?? visible(code, this.#previous)
      if (kept !== '') {
        clean += kept
        this.#previous = code
      } else if (canHide(code) && !(isStart && at === 0 && code === BYTE_ORDER_MARK)) {
        this.hiddenChars += 1
      }
      at += flag?.length ?? (code > 0xffff ? 2 : 1)
    }
    return clean
  }
}

/**
 * Cleans a complete text as `TextIntake` does. A number becomes text. Any other value that is not
 * text, as an application without types may give, becomes an empty text.
 */
export function cleanText(given: string): string {
  const text = toText(given)
  if (!NEEDS_A_LOOK.test(text)) return text
  const intake = new TextIntake()
  return intake.push(text) + intake.finish()
}

/** Counts the characters that `cleanText` leaves out of a text and that could hide something. */
export function countHidden(text: string): number {
  if (!NEEDS_A_LOOK.test(text)) return 0
  const intake = new TextIntake()
  intake.push(text)
  intake.finish()
  return intake.hiddenChars
}

const toText = (given: unknown): string =>
  typeof given === 'string' ? given : typeof given === 'number' ? String(given) : ''

const BYTE_ORDER_MARK = 0xfeff

/** Whether a character that is left out could hide something. */
const canHide = (code: number): boolean => code > 0x9f && code !== 0xad

function visible(code: number, previous: number): string {
  const char = String.fromCodePoint(code)
  if (code === 0x0a || code === 0x09 || !NEEDS_A_LOOK.test(char)) return char
  if (code === 0x2028 || code === 0x2029) return ' '
  if (code >= 0xd800 && code <= 0xdfff) return '\uFFFD'
  if (isJoiner(code)) return previous > 0x7f && !isJoiner(previous) ? char : ''
  if (isSelector(code)) return canCarrySelector(previous, code) ? char : ''
  return isDirectionMark(code) || isMongolianVariant(code, previous) ? char : ''
}

const isDirectionMark = (code: number): boolean =>
  code === 0x200e || code === 0x200f || code === 0x61c
const isMongolianVariant = (code: number, previous: number): boolean =>
  ((code >= 0x180b && code <= 0x180d) || code === 0x180f) &&
  previous >= 0x1820 &&
  previous <= 0x18aa
const isJoiner = (code: number): boolean => code === 0x200c || code === 0x200d
const isSelector = (code: number): boolean =>
  (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)

function canCarrySelector(base: number, selector: number): boolean {
  if (base > 0x7f) return !isSelector(base) && !isJoiner(base)
  const isKeycapBase = (base >= 0x30 && base <= 0x39) || base === 0x23 || base === 0x2a
  return isKeycapBase && selector === 0xfe0f
}
