import type { Locator, Page } from '@playwright/test'

/** A place in CSS pixels. */
export interface Point {
  x: number
  y: number
}

/**
 * A picture of a page, its duration, and the place of the pointer, which the picture does not show.
 */
export interface Frame {
  png: Buffer
  ms: number
  pointer: Point
}

const typingMs = 70
const movingMs = 40
const watchingMs = 150

/**
 * A recorder that uses a page as a user does and keeps a picture of each step. Each frame states
 * its own duration, so the time that the recording takes does not matter.
 */
export class FrameRecorder {
  readonly frames: Frame[] = []
  readonly #page: Page
  #pointer: Point

  constructor(page: Page, pointer: Point) {
    this.#page = page
    this.#pointer = pointer
  }

  async hold(ms: number): Promise<void> {
    this.frames.push({ png: await this.#page.screenshot(), ms, pointer: this.#pointer })
  }

  /** Moves the pointer to an element and presses. */
  async press(target: Locator): Promise<void> {
    const { x, y, width, height } = (await target.boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    const [from, to] = [this.#pointer, { x: x + width / 2, y: y + height / 2 }]
    const steps = 8
    for (let step = 1; step <= steps; step++) {
      const way = (1 - Math.cos((Math.PI * step) / steps)) / 2
      this.#pointer = { x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way }
      await this.#page.mouse.move(this.#pointer.x, this.#pointer.y)
      await this.hold(movingMs)
    }
    await this.hold(400)
    await target.click()
  }

  /** Writes a text, a few letters a frame. */
  async write(field: Locator, text: string): Promise<void> {
    for (let at = 0; at < text.length; at += 3) {
      await field.pressSequentially(text.slice(at, at + 3))
      await this.hold(typingMs)
    }
  }

  /** Records frames until a promise settles. */
  async watch(until: Promise<unknown>): Promise<void> {
    let isOver = false
    const over = until.finally(() => (isOver = true))
    while (!isOver) await this.hold(watchingMs)
    await over
    await this.hold(watchingMs)
  }
}
