import type { Page } from './parse-piece.ts'
import type { Footnotes } from './footnotes.tsx'
import { MarkdownDocument } from './markdown-document.ts'

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
