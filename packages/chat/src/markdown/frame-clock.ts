/** When to draw next. Replaced in tests. */
export interface FrameClock {
  /** Milliseconds that never go back. */
  now(): number
  /** Runs `draw` once before a paint at least `delayMs` from now. Returns how to call it off. */
  schedule(draw: () => void, delayMs: number): () => void
}

/** Animation frames: nothing is drawn in a hidden page, and all of it when the page is shown. */
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
