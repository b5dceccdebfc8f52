import { isRule } from './line-shape.ts'

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
