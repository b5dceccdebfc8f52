import { isRule } from './line-splitter.ts'

const PIECE_CHARS = 262_144
const CONTAINER_CHARS = 16_384
const DELIMITERS = 400
const PIPES = 150
const CELLS = 20_000
/**
 * The limit for a word of ASCII: the parser tries patterns for mail and bare links at each
 * character of such a word.
 */
const WORD_CHARS = 1500
/** A long run of one delimiter: the parser tries an opener at each of its characters. */
const LONG_RUN = /([*_~`])\1{63}/
const QUOTE = /^ {0,3}>/m
const DELIMITER_RUN = /\*+|_+|~+|`+|[[<]/g
/** A line that starts inline content of its own. */
const OWN_CONTENT = /^[ \t]*(?:[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||$)/

/**
 * Whether a piece could cost the parser more than its length justifies. Such a piece is shown as
 * plain text. No answer for a reader comes near the bounds. Beyond the bounds, patterns take the
 * parser quadratic time, or overflow its stack.
 */
export function isTooComplex(piece: string): boolean {
  if (piece.length > PIECE_CHARS || hasLongWord(piece)) return true
  if (piece.length > CONTAINER_CHARS && QUOTE.test(piece)) return true
  let delimiters = 0
  let indented = 0
  let widest = 0
  let lines = 0
  for (const line of piece.split('\n')) {
    lines += 1
    const isOwn = OWN_CONTENT.test(line)
    const found = line.match(DELIMITER_RUN)?.length ?? 0
    delimiters = isOwn ? found : delimiters + found
    // Below a list item, the parser looks ahead from each line to the end of the paragraph.
    indented = isOwn || !/^[ \t]/.test(line) ? 0 : indented + line.length
    const pipes = countPipes(line, PIPES)
    widest = Math.max(widest, pipes)
    if (delimiters > DELIMITERS || indented > CONTAINER_CHARS || pipes > PIPES) return true
    if (LONG_RUN.test(line) && !isRule(line)) return true
  }
  return widest > 1 && widest * lines > CELLS
}

function countPipes(line: string, enough: number): number {
  let count = 0
  for (let at = line.indexOf('|'); at >= 0 && count <= enough; at = line.indexOf('|', at + 1)) {
    count += 1
  }
  return count
}

/**
 * Whether a text has a word over the limit. The code is a loop, because a pattern would itself
 * look ahead at each character.
 */
function hasLongWord(text: string): boolean {
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    length = code > 0x20 && code < 0x7f ? length + 1 : 0
    if (length >= WORD_CHARS) return true
  }
  return false
}

const DEEPEST_MARKER = 24
const DEEPEST_COLUMN = 96
const CONTAINER = /[ \t]*(>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  '>': '›',
  '-': '–',
  '+': '＋',
  '*': '∗',
  '.': '․',
  ')': '﹚',
}

/**
 * Replaces the 24th and deeper quote and list markers of a line with look-alikes of the same
 * length, which have no meaning. Also replaces markers beyond column 96. The parser recurses once
 * per level, so a few kilobytes of `>` would overflow its stack.
 */
export function limitNesting(piece: string): string {
  let limited = ''
  let start = 0
  while (start < piece.length) {
    const next = piece.indexOf('\n', start)
    const end = next < 0 ? piece.length : next + 1
    const line = piece.slice(start, end)
    limited += mayBeDeep(line) ? limitLine(line) : line
    start = end
  }
  return limited
}

/** Rules out most lines by their first characters. */
const mayBeDeep = (line: string): boolean =>
  line.length > DEEPEST_MARKER && /^[ \t]*(?:[>+*-]|\d{1,9}[.)])/.test(line)

function limitLine(line: string): string {
  if (isRule(line.trimEnd())) return line
  let depth = 0
  let limited = ''
  CONTAINER.lastIndex = 0
  let at = 0
  for (let found = CONTAINER.exec(line); found; found = CONTAINER.exec(line)) {
    depth += 1
    const isDeep = depth >= DEEPEST_MARKER || CONTAINER.lastIndex > DEEPEST_COLUMN
    limited += isDeep ? found[0].replace(/[>+*.)-]/g, (mark) => LOOK_ALIKE[mark] ?? mark) : found[0]
    at = CONTAINER.lastIndex
  }
  return limited + line.slice(at)
}
