/** Patterns for the lines that CommonMark distinguishes, one line at a time. A line has no `\n`. */

const FENCE = /^( {0,3})(?:(`{3,})([^`]*)|(~{3,})([^]*))$/
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/
const MARKER = /^( {0,3})([-+*]|\d{1,9}[.)])([ \t]+(?=[^ \t])|(?=[ \t]*$))/
const BREAKS_LIST = /^ {0,3}(?:#{1,6}(?:[ \t]|$)|>)/
const DELIMITER_ROW = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/
const LONGEST_DELIMITER_ROW = 2000

interface FenceOpener {
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

const isBlankLine = (line: string): boolean => /^[ \t]*$/.test(line)
export const isRule = (line: string): boolean => RULE.test(line)
/**
 * Whether a line is a heading, quote or rule, which ends a list when it starts left of the list's
 * content.
 */
const breaksList = (line: string): boolean => BREAKS_LIST.test(line) || isRule(line)

/**
 * Returns the column where the content of a list item starts; `undefined` if the line is not an
 * item's first line.
 */
function listContentOffset(line: string): number | undefined {
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
function indentOf(line: string): number {
  let column = 0
  for (const char of line) {
    if (char === ' ') column += 1
    else if (char === '\t') column += 4 - (column % 4)
    else break
  }
  return column
}

/** Whether `line` is the delimiter row of a table with the header `previous`. */
function isDelimiterRow(line: string, previous: string): boolean {
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

const CHUNK_CHARS = 4096

/**
 * Appends to a text kept as pieces of at most 4,096 UTF-16 units. Each piece is one DOM text node,
 * so that a long growing text changes only its last node. The cuts depend on the text alone, not on
 * its deltas, and never split a surrogate pair.
 */
function appendChunks(chunks: string[], text: string): void {
  let rest = (chunks.pop() ?? '') + text
  while (rest.length > CHUNK_CHARS) {
    const last = rest.charCodeAt(CHUNK_CHARS - 1)
    const size = last >= 0xd800 && last <= 0xdbff ? CHUNK_CHARS - 1 : CHUNK_CHARS
    chunks.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  if (rest !== '') chunks.push(rest)
}

/** Splits a complete text into chunks. */
export function toChunks(text: string): string[] {
  const chunks: string[] = []
  appendChunks(chunks, text)
  return chunks
}

/** The limit for an open piece. A longer one is cut at the next place where the cut shows least. */
const PIECE_CHARS = 8192
/**
 * The limit for a table header that is repeated after such a cut. A longer one would make the
 * output outgrow the input.
 */
const HEADER_CHARS = 1024

export interface TextPiece {
  readonly kind: 'text'
  readonly text: string
  /** True if the piece goes on where the one before was cut for its length. */
  readonly continues: boolean
}
interface CodePiece {
  readonly kind: 'code'
  readonly info: string
  /** The code without its last `\n`, in pieces to be joined. */
  readonly chunks: readonly string[]
}
export type Piece = TextPiece | CodePiece

/**
 * A splitter that cuts growing Markdown into pieces that no later text can change. Reads each line
 * once, however the text arrives. Fenced code at the top level is a piece of its own and needs no
 * parser. `text` must come from `TextIntake`.
 */
export class LineSplitter {
  readonly #emit: (piece: Piece) => void
  #piece = ''
  #line = ''
  #previous = ''
  #afterBlank = false
  /** The column where the content of the open top-level list starts; 0 outside of lists. */
  #offset = 0
  #fence: FenceOpener | undefined
  #code: string[] = []
  #hasCode = false
  /** The header and the delimiter row of the open table. */
  #table = ''
  #continues = false

  constructor(emit: (piece: Piece) => void) {
    this.#emit = emit
  }

  push(text: string): void {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = this.#line + text.slice(start, end)
      this.#line = ''
      start = end + 1
      this.#take(line)
    }
    this.#line += text.slice(start)
  }

  /** Closes everything that is open. */
  finish(): void {
    if (this.#line !== '') this.#take(this.#line)
    this.#line = ''
    if (this.#fence) this.#closeFence()
    else this.#cut()
  }

  /**
   * The piece that is not closed yet, with the unfinished line; `undefined` when there is nothing
   * to show.
   */
  get open(): Piece | undefined {
    if (this.#fence) {
      const chunks = this.#code.slice()
      if (this.#line !== '' && !mayCloseFence(this.#line, this.#fence)) {
        appendChunks(chunks, (this.#hasCode ? '\n' : '') + dedent(this.#line, this.#fence.indent))
      }
      return { kind: 'code', info: this.#fence.info, chunks }
    }
    const text = this.#piece + this.#line
    return text === '' ? undefined : { kind: 'text', text, continues: this.#continues }
  }

  #take(line: string): void {
    if (this.#fence) {
      if (closesFence(line, this.#fence)) this.#closeFence()
      else this.#takeCode(line, this.#fence)
      return
    }
    if (isBlankLine(line)) {
      if (this.#piece !== '') this.#piece += `${line}\n`
      this.#afterBlank = true
      this.#table = ''
      return
    }
    const indent = indentOf(line)
    const offset = indent < 4 ? listContentOffset(line) : undefined
    const isSibling = this.#offset > 0 && offset !== undefined
    if (indent === 0 && this.#afterBlank && !isSibling) this.#cut()
    else if (indent === 0 && this.#piece.length > PIECE_CHARS) this.#cutForLength(line, isSibling)

    const opener = this.#offset === 0 || indent < this.#offset ? parseFence(line) : undefined
    if (opener) {
      this.#cut()
      this.#fence = opener
      return
    }
    this.#follow(line, indent, offset)
    this.#piece += `${line}\n`
    this.#previous = line
    this.#afterBlank = false
  }

  /** Tracks the list or table that the line belongs to. */
  #follow(line: string, indent: number, offset: number | undefined): void {
    if (this.#offset > 0 && indent >= this.#offset) return
    const breaks = breaksList(line)
    if (offset !== undefined) this.#offset = offset
    else if (breaks || this.#afterBlank) this.#offset = 0
    if (breaks || offset !== undefined) this.#table = ''
    else if (this.#offset === 0 && !this.#afterBlank && isDelimiterRow(line, this.#previous)) {
      this.#table = `${this.#previous}\n${line}\n`
    }
  }

  #cutForLength(line: string, isSibling: boolean): void {
    if (this.#offset > 0) {
      if (isSibling) this.#cut(true)
      return
    }
    const opensBlock = breaksList(line) || parseFence(line) !== undefined
    const header = opensBlock ? '' : this.#table
    if (header.length > HEADER_CHARS) return
    // A cut here would turn the line above into a paragraph and this line into something else.
    const belongsAbove = line.startsWith('>') || /^(?:=+|-+)[ \t]*$/.test(line)
    if (belongsAbove && header === '') return
    this.#cut(true)
    this.#piece = header
    this.#table = header
  }

  #takeCode(line: string, fence: FenceOpener): void {
    appendChunks(this.#code, (this.#hasCode ? '\n' : '') + dedent(line, fence.indent))
    this.#hasCode = true
  }

  #closeFence(): void {
    this.#emit({ kind: 'code', info: this.#fence?.info ?? '', chunks: this.#code })
    this.#fence = undefined
    this.#code = []
    this.#hasCode = false
  }

  #cut(goesOn = false): void {
    const piece = this.#piece
    const continues = this.#continues
    this.#piece = ''
    this.#previous = ''
    this.#afterBlank = false
    this.#table = ''
    this.#continues = goesOn
    if (!goesOn) this.#offset = 0
    if (piece !== '') this.#emit({ kind: 'text', text: piece, continues })
  }
}

function dedent(line: string, columns: number): string {
  let count = 0
  while (count < columns && line[count] === ' ') count += 1
  return line.slice(count)
}
