import {
  breaksList,
  closesFence,
  indentOf,
  isBlankLine,
  isDelimiterRow,
  listContentOffset,
  mayCloseFence,
  parseFence,
  type FenceOpener,
} from './line-shape.ts'
import { appendChunks } from './text-chunks.ts'

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
export interface CodePiece {
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
