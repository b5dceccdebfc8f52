import { createLinks, lexPiece } from './block-lexer.ts'
import { closeInline } from './close-inline.ts'
import { isTooComplex, limitNesting } from './complexity-guard.ts'
import { mayCloseFence, parseFence } from './line-splitter.ts'
import { codeStateOf, lastLeaf } from './parse-piece.ts'

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
