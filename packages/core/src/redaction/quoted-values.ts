/** Returns the quotation mark that a value begins with, with the backslashes before it. */
export function quoteAt(text: string, at: number): string {
  opening.lastIndex = at
  return opening.exec(text)?.[0] ?? ''
}

const opening = /\\*["'`]/y
export const line: RegExp = /[^\r\n]*/y

/**
 * Finds the ends of the quoted values of one text. The last mark of each kind is found once. A
 * search begins only before such a mark, and what it reads belongs to the value. So the time is in
 * proportion to the text.
 */
export class QuotedValues {
  readonly #text: string
  #last: ReadonlyMap<string, number> | undefined

  constructor(text: string) {
    this.#text = text
  }

  /**
   * Returns the end of the quoted value at `at`, before the backslashes of its closing mark. A
   * doubled mark, as in SQL, belongs to the value. A value that is not closed ends with the text,
   * and in single quotation marks with its line.
   */
  endOf(at: number): number {
    const text = this.#text
    const open = quoteAt(text, at)
    const mark = open.at(-1) ?? '"'
    const level = levelOf(open.length - 1)
    const from = at + open.length
    this.#last ??= lastMarks(text)
    const last = this.#last.get(mark + level) ?? -1
    if (last < from) return mark === '"' ? text.length : endOfLine(text, at)
    for (
      let end = text.indexOf(mark, from);
      end >= 0 && end < last;
      end = text.indexOf(mark, end + 1)
    ) {
      if (levelOf(slashesBefore(text, end)) !== level) continue
      if (level > 0) return end - 2 ** level + 1
      if (text[end + 1] === mark) end++
      else if (end > from || !/\w/.test(text[end + 1] ?? '')) return end
    }
    return last - 2 ** level + 1
  }
}

/** Returns the last place of each mark on each level. */
function lastMarks(text: string): ReadonlyMap<string, number> {
  const last = new Map<string, number>()
  for (const mark of ['"', "'", '`']) {
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      last.set(mark + levelOf(slashesBefore(text, at)), at)
    }
  }
  return last
}

/**
 * Returns how often a mark was escaped, which needs 1, 3, 7, … backslashes. Backslashes of the
 * value before these come in twice that number, and count for nothing.
 */
const levelOf = (slashes: number): number => 31 - Math.clz32((slashes + 1) & -(slashes + 1))

function slashesBefore(text: string, at: number): number {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes++
  return slashes
}

function endOfLine(text: string, at: number): number {
  line.lastIndex = at
  line.test(text)
  return line.lastIndex
}
