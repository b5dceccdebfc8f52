import {
  type Block,
  type BlockContent,
  type CodeBlock,
  endsInOpenCode,
  type ListEnd,
  listEndOf,
  type Page,
  type ParsedPiece,
  parsePiece,
} from './parse-piece.ts'
import { FootnoteIndex, type Footnotes } from './footnotes.tsx'
import { createLinks, type ShownToken } from './block-lexer.ts'
import { LineSplitter, type Piece } from './line-splitter.ts'
import { repairTail } from './repair-tail.ts'
import { TextIntake } from './text-intake.ts'

/** The most times that a piece is parsed again, however many definitions follow. */
const MOST_ROUNDS = 16

interface Waiting {
  readonly firstKey: number
  readonly count: number
  readonly parse: () => ParsedPiece
  rounds: number
}

/** Closed pieces with `[labels]` whose definition may still follow. */
class LateLinks {
  readonly #byLabel = new Map<string, Waiting[]>()
  /** The number of definitions so far. */
  definitions = 0

  /**
   * Remembers a piece with unresolved labels. `parse` parses the piece again with the definitions
   * known at that time.
   */
  add(parsed: ParsedPiece, firstKey: number, parse: () => ParsedPiece): void {
    if (parsed.unresolved.size === 0) return
    const waiting: Waiting = { firstKey, count: parsed.blocks.length, parse, rounds: 0 }
    for (const label of parsed.unresolved) {
      const others = this.#byLabel.get(label)
      if (others) others.push(waiting)
      else this.#byLabel.set(label, [waiting])
    }
  }

  /** Returns the blocks that look different now that `labels` are defined. */
  resolve(labels: ReadonlySet<string>): Block[] {
    this.definitions += labels.size
    const affected = new Set<Waiting>()
    for (const label of labels) {
      for (const waiting of this.#byLabel.get(label) ?? []) affected.add(waiting)
      this.#byLabel.delete(label)
    }
    const changed: Block[] = []
    for (const waiting of affected) {
      waiting.rounds += 1
      const blocks = waiting.rounds <= MOST_ROUNDS ? waiting.parse().blocks : []
      // A definition changes no block structure. The old blocks stay if the parser disagrees.
      if (blocks.length !== waiting.count) continue
      blocks.forEach((content, index) =>
        changed.push({ ...content, key: waiting.firstKey + index }),
      )
    }
    return changed
  }
}

const PAGE_BLOCKS = 32
const MOST_CHARS = 5_000_000

/**
 * A document of growing Markdown. `push` reads only the new text, closed pieces are parsed once,
 * and `refresh` parses the open end again. After `finish`, the pages depend on the text alone, not
 * on its deltas or the calls of `refresh`. Shows at most 5,000,000 characters.
 */
export class MarkdownDocument {
  readonly #intake = new TextIntake()
  readonly #splitter = new LineSplitter((piece) => this.#close(piece))
  readonly #links = createLinks()
  readonly #late = new LateLinks()
  readonly #notes = new FootnoteIndex()
  /** The pages of closed blocks. A page that changed is a new array. */
  readonly #pages: Page[] = []
  #count = 0
  #tail: readonly Block[] = []
  /**
   * The links with which the tail was parsed. Equal source looks the same only under equal links.
   */
  #tailLinks = 0
  #listEnd: ListEnd | undefined
  #room = MOST_CHARS
  #isFinished = false

  push(delta: string): void {
    if (this.#isFinished) return
    const fitting = delta.length > this.#room ? delta.slice(0, this.#room) : delta
    this.#room -= fitting.length
    this.#splitter.push(this.#intake.push(fitting))
    if (fitting.length === delta.length) return
    this.finish()
    this.#append([{ kind: 'truncated' }], [])
  }

  /** Closes everything. Later deltas are ignored. */
  finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.#splitter.push(this.#intake.finish())
    this.#splitter.finish()
    this.#tail = []
    this.#notes.finish()
  }

  /** Parses the open end again, with everything that was pushed. */
  refresh(): void {
    const open = this.#isFinished ? undefined : this.#splitter.open
    if (!open) {
      this.#tail = []
      return
    }
    const piece: Piece = open.kind === 'text' ? { ...open, text: repairTail(open.text) } : open
    const parsed = parsePiece(piece, createLinks(this.#links), this.#listEnd, true)
    this.#notes.setTail(parsed)
    const shown = this.#reusable(parsed)
    this.#tailLinks = this.#linksOf(parsed)
    this.#tail = parsed.blocks.map((content, index) =>
      reuse(shown, { ...content, key: this.#count + index }),
    )
  }

  /** The number of characters left out so far that could hide something. */
  get hiddenChars(): number {
    return this.#intake.hiddenChars
  }

  /** The footnotes so far. The same object while nothing in it changes. */
  get footnotes(): Footnotes {
    return this.#notes.current
  }

  /** All pages to render. A page keeps its identity while nothing in it changes. */
  get pages(): readonly Page[] {
    const pages = this.#pages.slice()
    for (const block of this.#tail) addTo(pages, block)
    return pages
  }

  #close(piece: Piece): void {
    const parsed = parsePiece(piece, this.#links, this.#listEnd)
    this.#notes.add(parsed)
    const listEnd = this.#listEnd
    this.#listEnd = listEndOf(parsed.blocks)
    const first = this.#count
    this.#append(parsed.blocks, this.#reusable(parsed))
    this.#late.add(parsed, first, () => parsePiece(piece, this.#links, listEnd))
    for (const block of this.#late.resolve(parsed.defined)) this.#replace(block)
  }

  #append(contents: readonly BlockContent[], shown: readonly Block[]): void {
    for (const content of contents) {
      addTo(this.#pages, reuse(shown, { ...content, key: this.#count }))
      this.#count += 1
    }
    this.#tail = []
  }

  #reusable(parsed: ParsedPiece): readonly Block[] {
    return this.#linksOf(parsed) === this.#tailLinks ? this.#tail : []
  }

  /**
   * Counts the known links. Returns NaN, which equals no earlier count, if the piece defines links
   * itself, or ends in what may not be a formula.
   */
  #linksOf(parsed: ParsedPiece): number {
    return parsed.defined.size === 0 && !parsed.hasOpenMath ? this.#late.definitions : Number.NaN
  }

  #replace(block: Block): void {
    const index = Math.floor(block.key / PAGE_BLOCKS)
    const page = this.#pages[index]
    if (page) this.#pages[index] = page.map((old) => (old.key === block.key ? block : old))
  }
}

function addTo(pages: Page[], block: Block): void {
  const index = Math.floor(block.key / PAGE_BLOCKS)
  pages[index] = [...(pages[index] ?? []), block]
}

/** Returns the block that is shown if it looks the same, so that nothing is rendered again. */
function reuse(shown: readonly Block[], block: Block): Block {
  const before = shown.find((other) => other.key === block.key)
  return before && looksSame(before, block) ? before : block
}

function looksSame(before: Block, after: Block): boolean {
  if (before.kind === 'token') return after.kind === 'token' && sameToken(before.token, after.token)
  if (before.kind === 'plain') return after.kind === 'plain' && sameChunks(before, after)
  if (before.kind !== 'code' || after.kind !== 'code') return false
  return (
    before.info === after.info &&
    before.isComplete === after.isComplete &&
    sameChunks(before, after)
  )
}

function sameToken(before: ShownToken, after: ShownToken): boolean {
  if (endsInOpenCode(before) !== endsInOpenCode(after)) return false
  if (before.type !== after.type) return false
  if (before.type === 'list' && after.type === 'list' && before.start !== after.start) return false
  return before.raw.replace(/(?<!\n)\n+$/, '') === after.raw.replace(/(?<!\n)\n+$/, '')
}

type Chunked = Pick<CodeBlock, 'chunks'>
const sameChunks = (before: Chunked, after: Chunked): boolean =>
  before.chunks.length === after.chunks.length &&
  before.chunks.every((chunk, index) => chunk === after.chunks[index])

/** A clock that decides when to draw next, replaced in tests. */
export interface FrameClock {
  /** Returns a time in milliseconds that never goes back. */
  now(): number
  /**
   * Runs `draw` once, before a paint at least `delayMs` from now. Returns a function that cancels
   * the drawing.
   */
  schedule(draw: () => void, delayMs: number): () => void
}

/**
 * A clock of animation frames. A hidden page draws nothing; a page that is shown again draws
 * everything.
 */
const browserFrames: FrameClock = {
  now: () => performance.now(),
  schedule(draw, delayMs) {
    let frame = 0
    const request = (): void => {
      frame = requestAnimationFrame(draw)
    }
    const timer = delayMs > 0 ? setTimeout(request, delayMs) : undefined
    if (timer === undefined) request()
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    }
  },
}

/** The most new text that one frame takes. More text is spread over the frames that follow. */
const FRAME_CHARS = 32_768
/**
 * The pause for the main thread after each drawing, as a multiple of the time that the drawing
 * took.
 */
const REST_FACTOR = 4
const PROBE_CHARS = 64

/**
 * A stream that feeds growing text into a `MarkdownDocument` and reports to subscribers when there
 * is something new to render. Draws at most once a frame and for at most a fifth of the time. An
 * external store in React's sense.
 */
export class MarkdownStream {
  readonly #frames: FrameClock
  readonly #listeners = new Set<() => void>()
  #document = new MarkdownDocument()
  #pages: readonly Page[] = []
  #text = ''
  #taken = 0
  #isStreaming = true
  #restUntil = 0
  #cancelFrame: (() => void) | undefined

  /** Parses up to 32,768 characters at once, so that a first rendering shows something. */
  constructor(text: string, isStreaming: boolean, frames: FrameClock = browserFrames) {
    this.#frames = frames
    this.#text = text
    this.#isStreaming = isStreaming
    this.#parse()
  }

  /**
   * Parses the new part of a growing text at once, for a rendering that shows it, and reports to
   * nobody. Parses only a small part, and only after the pause for the main thread. `update` does
   * everything else. A discarded rendering does no harm, because the text only grows.
   */
  anticipate(text: string, isStreaming: boolean): void {
    const isLittle = text.length - this.#taken <= FRAME_CHARS
    if (!isStreaming || !isLittle || text.length <= this.#text.length) return
    if (this.#frames.now() < this.#restUntil || !this.#goesOn(text, true)) return
    this.#text = text
    this.#parse()
  }

  /**
   * Takes the whole text so far. While `isStreaming`, the text must begin with the text given
   * before; only the last characters are compared. Otherwise, any text is allowed. A text that does
   * not continue the last one is parsed anew. Giving the same text again does nothing.
   */
  update(text: string, isStreaming: boolean): void {
    const isSame = text === this.#text && isStreaming === this.#isStreaming
    if (!isSame && !this.#goesOn(text, isStreaming)) this.#reset()
    this.#text = text
    this.#isStreaming = isStreaming
    if (isSame && this.#taken === text.length) return
    const isEnd = !isStreaming && text.length - this.#taken <= FRAME_CHARS
    if (isEnd) this.#draw()
    else this.#request()
  }

  /** Cancels a requested drawing. The next `update` requests another. */
  pause(): void {
    this.#cancelFrame?.()
    this.#cancelFrame = undefined
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * The number of characters left out of the drawn text that could hide something. Changes only
   * with the snapshot.
   */
  get hiddenChars(): number {
    return this.#document.hiddenChars
  }

  /** The footnotes of the drawn text. Changes only with the snapshot. */
  get footnotes(): Footnotes {
    return this.#document.footnotes
  }

  readonly getSnapshot = (): readonly Page[] => this.#pages

  #goesOn(text: string, isStreaming: boolean): boolean {
    const known = this.#text
    if (!this.#isStreaming || text.length < known.length) return false
    if (!isStreaming) return text.startsWith(known)
    const probe = Math.max(0, known.length - PROBE_CHARS)
    return text.slice(probe, known.length) === known.slice(probe)
  }

  #reset(): void {
    this.#document = new MarkdownDocument()
    this.#taken = 0
    this.#restUntil = 0
  }

  #request(): void {
    if (this.#cancelFrame) return
    const delayMs = Math.max(0, this.#restUntil - this.#frames.now())
    this.#cancelFrame = this.#frames.schedule(() => this.#drawOn(), delayMs)
  }

  #drawOn(): void {
    this.#draw()
    if (this.#taken < this.#text.length) this.#request()
  }

  #draw(): void {
    this.#parse()
    for (const listener of this.#listeners) listener()
  }

  #parse(): void {
    this.pause()
    const startedAt = this.#frames.now()
    const end = Math.min(this.#text.length, this.#taken + FRAME_CHARS)
    this.#document.push(this.#text.slice(this.#taken, end))
    this.#taken = end
    if (end === this.#text.length && !this.#isStreaming) this.#document.finish()
    this.#document.refresh()
    this.#pages = this.#document.pages
    const endedAt = this.#frames.now()
    this.#restUntil = endedAt + REST_FACTOR * (endedAt - startedAt)
  }
}
