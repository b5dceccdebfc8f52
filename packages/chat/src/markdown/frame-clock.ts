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
export const browserFrames: FrameClock = {
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
