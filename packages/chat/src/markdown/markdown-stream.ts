import type { Page } from './block.ts'
import { browserFrames, type FrameClock } from './frame-clock.ts'
import { MarkdownDocument } from './markdown-document.ts'

/** As much new text as one frame takes; more is spread over the frames that follow. */
const FRAME_CHARS = 32_768
/** After each drawing the main thread is left alone for this many times what it cost. */
const REST_FACTOR = 4
const PROBE_CHARS = 64

/**
 * Feeds a growing text into a `MarkdownDocument` and tells subscribers, at most once a frame and for
 * at most a fifth of the time, when there is something new to render. It is an external store in
 * React's sense.
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
   * Parses what is new in a growing text at once, where that is little and the main thread has rested, and tells nobody: for a rendering
   * that shows it. All else is left to `update`. A rendering that is thrown away does no harm, as the text only grows.
   */
  anticipate(text: string, isStreaming: boolean): void {
    const isLittle = text.length - this.#taken <= FRAME_CHARS
    if (!isStreaming || !isLittle || text.length <= this.#text.length) return
    if (this.#frames.now() < this.#restUntil || !this.#goesOn(text, true)) return
    this.#text = text
    this.#parse()
  }

  /**
   * The whole text so far. While `isStreaming`, it is trusted to begin with the text given before
   * (only its last characters are compared); otherwise it may be any text. A text that does not
   * go on from the last one is parsed anew. Giving the same again does nothing.
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

  /** Drops a drawing that was asked for; the next `update` asks again. */
  pause(): void {
    this.#cancelFrame?.()
    this.#cancelFrame = undefined
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Of what is drawn: how many characters were left out that could hide something. Changes with the snapshot alone. */
  get hiddenChars(): number {
    return this.#document.hiddenChars
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
