/** Patterns for the lines that CommonMark distinguishes, one line at a time. A line has no `\n`. */

const FENCE = /^( {0,3})(?:(`{3,})([^`]*)|(~{3,})([^]*))$/
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/
const MARKER = /^( {0,3})([-+*]|\d{1,9}[.)])([ \t]+(?=[^ \t])|(?=[ \t]*$))/
const BREAKS_LIST = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|>)/
const DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/
const LONGEST_DELIMITER_ROW = 2000

export interface FenceOpener {
  /** The number of spaces before the fence. Each line of the code loses as many. */
  readonly indent: number
  readonly char: '`' | '~'
  readonly length: number
  /** The info string, without blanks around it. */
  readonly info: string
}

/** Parses the opener of a fenced code block, or returns `undefined`. */
export function parseFence(line: string): FenceOpener | undefined {
  const match = FENCE.exec(line)
  if (!match) return undefined
  const marks = match[2] ?? match[4] ?? ''
  return {
    indent: match[1]?.length ?? 0,
    char: marks.startsWith('~') ? '~' : '`',
    length: marks.length,
    info: (match[3] ?? match[5] ?? '').trim(),
  }
}

/**
 * Whether the line closes `fence`: same character, at least as long, at most three spaces before.
 */
export function closesFence(line: string, fence: FenceOpener): boolean {
  const start = leadingSpaces(line)
  if (start > 3 || line[start] !== fence.char) return false
  const marks = line.slice(start).trimEnd()
  if (marks.length < fence.length) return false
  for (const char of marks) if (char !== fence.char) return false
  return true
}

/** Whether the unfinished line may become the closing line of `fence`. */
export function mayCloseFence(line: string, fence: FenceOpener): boolean {
  const start = leadingSpaces(line)
  if (start > 3) return false
  for (const char of line.slice(start).trimEnd()) if (char !== fence.char) return false
  return line.length > start
}

export const isBlankLine = (line: string): boolean => /^[ \t]*$/.test(line)
export const isRule = (line: string): boolean => RULE.test(line)
/**
 * Whether a line is a heading, quote or rule, which ends a list when it starts left of the list's
 * content.
 */
export const breaksList = (line: string): boolean => BREAKS_LIST.test(line) || isRule(line)

/**
 * Returns the column where the content of a list item starts; `undefined` if the line is not an
 * item's first line.
 */
export function listContentOffset(line: string): number | undefined {
  const match = MARKER.exec(line)
  if (!match || isRule(line)) return undefined
  const before = (match[1]?.length ?? 0) + (match[2]?.length ?? 0)
  const gap = match[3] ?? ''
  // Five columns or more are one column and an indented code block.
  return before + (gap.includes('\t') || gap.length > 4 || gap === '' ? 1 : gap.length)
}

/**
 * Counts the columns of blanks before the first other character. A tab counts to the next multiple
 * of four.
 */
export function indentOf(line: string): number {
  let column = 0
  for (const char of line) {
    if (char === ' ') column += 1
    else if (char === '\t') column += 4 - (column % 4)
    else break
  }
  return column
}

/** Whether `line` is the delimiter row of a table with the header `previous`. */
export function isDelimiterRow(line: string, previous: string): boolean {
  if (line.length > LONGEST_DELIMITER_ROW || !line.includes('|')) return false
  return DELIMITER_ROW.test(line) && countCells(line) === countCells(previous)
}

function countCells(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return (inner.match(/(?<!\\)\|/g)?.length ?? 0) + 1
}

function leadingSpaces(line: string): number {
  let count = 0
  while (line[count] === ' ') count += 1
  return count
}
