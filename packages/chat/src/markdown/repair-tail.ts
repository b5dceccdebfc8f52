import { createLinks, lexPiece } from './block-lexer.ts'
import { isTooComplex, limitNesting } from './complexity-guard.ts'
import { mayCloseFence, parseFence } from './line-splitter.ts'
import { codeStateOf, lastLeaf } from './parse-piece.ts'
import { flankingOf } from './emphasis-rules.ts'
import { mathAt } from './math.tsx'

/** The last block of a growing text. */
interface TailEnd {
  /** The state of the block if it is fenced code or a formula. */
  readonly code: 'opener' | 'open' | 'closed' | undefined
  /** True if the unfinished last line may become the end of the code. */
  readonly mayClose: boolean
  /** The offset at which the block begins. */
  readonly start: number
}

/** A fence or the mark of a formula, after the marks of lists and quotes. */
const VERBATIM = /^[ \t>*+\-\d.)]*(?:```|~~~|\$\$|\\\[)/m
const CONTAINER_MARKS = /^[ \t]*(?:>[ \t]?)*[ \t]*/

/** Whether the text may have code in a list or quote, or a formula of several lines. */
const mayBeVerbatim = (text: string): boolean => VERBATIM.test(text)

/**
 * Reads which block the growing text ends in. The parser itself decides, as it will when the text
 * is closed. Returns `undefined` if there is no such block, or the text is not to be parsed.
 */
function readTailEnd(text: string): TailEnd | undefined {
  const limited = limitNesting(text)
  if (isTooComplex(limited)) return undefined
  try {
    const leaf = lastLeaf(lexPiece(limited, createLinks(), true).tokens)
    if (!leaf) return undefined
    const state = leaf.type === 'math' ? 'closed' : codeStateOf(leaf)
    // The parser drops the line end of an opener in a list.
    const code = state === 'opener' && text.endsWith('\n') ? 'open' : state
    const fence = code === 'open' ? parseFence(leaf.raw.split('\n', 1)[0] ?? '') : undefined
    const line = text.slice(text.lastIndexOf('\n') + 1).replace(CONTAINER_MARKS, '')
    const mayClose = fence !== undefined && mayCloseFence(line, fence)
    return { code, mayClose, start: startOfLines(text, leaf.raw.trimEnd().split('\n').length) }
  } catch {
    return undefined
  }
}

/** Returns the offset of the last `count` lines. Containers take marks from lines, never lines. */
function startOfLines(text: string, count: number): number {
  let start = text.trimEnd().length
  for (let line = 0; line < count && start > 0; line += 1) start = text.lastIndexOf('\n', start - 1)
  return start + 1
}

/** An unfinished last line without content so far: a bare marker, a task box, part of a fence. */
const BARE_MARKER =
  /^[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-+*]|\d{1,9}[.)]|\d{1,9}$)(?:[ \t]+\[[ xX]?\]?)?|#{1,6}|\||=+|-+|\*+|_+|`{1,2}|~{1,2}|`{3,}[^`]*|~{3,}.*)?[ \t]*$/
const DELIMITER_START = /^[\s|:-]*$/

/**
 * Makes the open end of a text presentable while it grows. Hides a line that is only a marker so
 * far. Holds a table back until its delimiter row is complete. Closes open emphasis and code, and
 * shows the label of a link whose address is still arriving. Code in a list or a quote stays as it
 * is. Must not be applied to closed text.
 */
export function repairTail(text: string): string {
  if (!mayBeVerbatim(text)) return closeInline(withoutTableStart(withoutBareMarker(text)), 0)
  const end = readTailEnd(text)
  if (end?.code === 'closed') return text
  if (end?.code === 'open') return end.mayClose ? withoutLastLine(text) : text
  const shown = end?.code === 'opener' ? withoutLastLine(text) : withoutBareMarker(text)
  // The line above may be code.
  if (shown !== text) return repairTail(shown)
  return closeInline(withoutTableStart(text), end?.start ?? 0)
}

const withoutLastLine = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1)

function withoutBareMarker(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1
  const line = text.slice(lineStart)
  return line.length < 200 && BARE_MARKER.test(line) ? text.slice(0, lineStart) : text
}

function withoutTableStart(text: string): string {
  const end = text.length
  const lastStart = text.lastIndexOf('\n', end - 1) + 1
  const isWhole = lastStart === end
  const rowStart = isWhole ? text.lastIndexOf('\n', end - 2) + 1 : lastStart
  const row = text.slice(rowStart, end)
  if (!row.trimStart().startsWith('|')) return text
  const aboveStart = text.lastIndexOf('\n', rowStart - 2) + 1
  const above = rowStart === 0 ? '' : text.slice(aboveStart, rowStart)
  if (!above.trimStart().startsWith('|')) return text.slice(0, rowStart)
  if (isWhole || !DELIMITER_START.test(row)) return text
  const beforeEnd = aboveStart - 1
  const before =
    aboveStart === 0 ? '' : text.slice(text.lastIndexOf('\n', beforeEnd - 1) + 1, beforeEnd)
  return before.trimStart().startsWith('|') ? text : text.slice(0, aboveStart)
}

/** The marks before the text of a line: of a quote, a list item, a heading or a table row. */
const LINE_START = /^[ \t]*(?:(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)[ \t]*)*/
const OWN_CONTENT = /^[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\|)/
const LONGEST_SCAN = 16_384
const BARE_LINK = /(?:https?:\/\/|www\.)[^\s<*~`\]]*/y
/** Part of a line break, which is the only tag with a meaning. */
const TAG_START = /<(?:b(?:r[ \t]*\/?)?)?$/i

interface Mark {
  readonly run: string
  readonly at: number
}

/**
 * Closes the marks that the last paragraph of `text` leaves open, as its author most likely will:
 * code spans, `*`, `_` and `~~`. Of an unfinished link only the label stays, of an unfinished image
 * or footnote mark nothing. What stands before `from` is closed.
 */
function closeInline(text: string, from: number): string {
  const start = Math.max(lastContent(text), Math.min(from, text.length))
  if (text.length - start > LONGEST_SCAN) return text
  return text.slice(0, start) + closeRun(text.slice(start).replace(TAG_START, ''))
}

function lastContent(text: string): number {
  let start = text.length
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1
    const line = text.slice(above, start)
    if (line.trim() === '') break
    start = above
    if (OWN_CONTENT.test(line)) return start + (LINE_START.exec(line)?.[0].length ?? 0)
  }
  return start
}

function closeRun(text: string): string {
  const open: Mark[] = []
  const brackets: number[] = []
  for (let at = 0; at < text.length;) {
    const char = text[at] ?? ''
    const math = char === '$' || char === '\\' ? mathAt(text, at, true) : undefined
    if (math && !math.isComplete) {
      const closed = withoutLink(text.slice(0, at), brackets[0], at, open)
      const gap = /\s$/.test(text.slice(0, at)) && !/\s$/.test(closed) ? ' ' : ''
      return closed + gap + text.slice(at)
    } else if (math) {
      at += math.raw.length
    } else if (char === '\\') {
      at += 2
    } else if (char === '`') {
      const run = runAt(text, at)
      const end = findTicks(text, at + run.length, run)
      if (end < 0) return closeCode(text, at, run, open, brackets)
      at = end + run.length
    } else if (char === '[') {
      brackets.push(at)
      at += 1
    } else if (char === ']') {
      const label = brackets.pop()
      // A link's address may still follow a label at the end.
      const isLabel = label !== undefined && text[label + 1] !== '^' && at + 1 === text.length
      const hasAddress = text[at + 1] === '(' && label !== undefined
      const end = isLabel ? -1 : hasAddress ? findAddressEnd(text, at + 2) : at
      if (end < 0 && label !== undefined) return withoutLink(text, label, at, open)
      at = end + 1
    } else if (char === '*' || char === '_' || char === '~') {
      const run = runAt(text, at)
      const isHalf = at + run.length === text.length && run.length < 2
      if (char !== '~' || run.length === 2 || isHalf) track(text, { run, at }, open)
      at += run.length
    } else {
      BARE_LINK.lastIndex = at
      const link = char === 'h' || char === 'w' ? BARE_LINK.exec(text)?.[0] : undefined
      at += link === undefined ? 1 : lengthBeforeEnd(link)
    }
  }
  return withoutLink(text, brackets[0], text.length, open)
}

/** Returns the length of a bare link without the marks at its end, which may not be its own. */
function lengthBeforeEnd(link: string): number {
  let length = link.length
  while (length > 0 && '_)'.includes(link.charAt(length - 1))) length -= 1
  return length
}

/**
 * Removes an open image, and reduces an open link to its label. `labelEnd` is the end of the label.
 */
function withoutLink(
  text: string,
  label: number | undefined,
  labelEnd: number,
  open: Mark[],
): string {
  if (label === undefined) return closeMarks(text, open)
  const isImage = text[label - 1] === '!'
  if (isImage || text[label + 1] === '^') {
    return closeMarks(
      text.slice(0, isImage ? label - 1 : label),
      open.filter(({ at }) => at < label),
    )
  }
  // The bracket is removed, so everything after it moves one to the left.
  const moved = open.map(({ run, at }) => ({ run, at: at > label ? at - 1 : at }))
  return closeMarks(text.slice(0, label) + text.slice(label + 1, labelEnd), moved)
}

function closeCode(
  text: string,
  at: number,
  run: string,
  open: Mark[],
  brackets: number[],
): string {
  // The end may be the first backticks of the closing run.
  const content = text.slice(at + run.length).replace(/(?<!`)`+$/, '')
  const closed = content.trim() === '' ? text.slice(0, at) : text.slice(0, at) + run + content + run
  return withoutLink(closed, brackets[0], closed.length, open)
}

function closeMarks(text: string, open: readonly Mark[]): string {
  const shown = text.trimEnd()
  let body = shown
  let closers = ''
  for (const { run, at } of open.toReversed()) {
    if (body.length > at + run.length) closers += run
    else body = body.slice(0, at).trimEnd()
  }
  if (closers === '' && body === shown) return text
  return body + closers
}

function track(text: string, mark: Mark, open: Mark[]): void {
  const sign = mark.run[0] ?? ''
  const next = text[mark.at + mark.run.length] ?? ''
  const { canOpen, canClose } = flankingOf(text[mark.at - 1] ?? '', sign, next)
  let rest = mark.run.length
  for (let last = open.at(-1); canClose && last?.run[0] === sign && rest > 0; last = open.at(-1)) {
    if (rest < last.run.length) {
      // A mark at the end may become as long as its opener.
      if (next === '') open.push({ run: sign.repeat(rest), at: mark.at + mark.run.length - rest })
      else open[open.length - 1] = { run: last.run.slice(rest), at: last.at }
      return
    }
    open.pop()
    rest -= last.run.length
  }
  if (rest < mark.run.length) return
  // Another mark at the end may still open: nothing follows yet.
  if (canOpen || next === '') open.push(mark)
}

function runAt(text: string, at: number): string {
  let end = at + 1
  while (text[end] === text[at]) end += 1
  return text.slice(at, end)
}

function findTicks(text: string, from: number, run: string): number {
  for (let at = text.indexOf('`', from); at >= 0;) {
    const found = runAt(text, at)
    if (found.length === run.length) return at
    at = text.indexOf('`', at + found.length)
  }
  return -1
}

function findAddressEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text[at]
    if (char === '\\') at += 1
    else if (char === '\n' && text[at + 1] === '\n') return from - 1
    else if (char === '(') depth += 1
    else if (char === ')') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return -1
}
