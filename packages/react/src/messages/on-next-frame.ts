/**
 * At 60 frames a second a frame is 17 ms; a page that gets none is hidden or too busy to be looked
 * at.
 */
const noFrameMs = 100

/**
 * Calls `callback` once before the next paint, or by a timer where none comes: a hidden page, a
 * server.
 */
export function onNextFrame(callback: () => void): void {
  const hasFrames = typeof requestAnimationFrame === 'function'
  const run = (): void => {
    if (hasFrames) cancelAnimationFrame(frame)
    clearTimeout(timer)
    callback()
  }
  const frame = hasFrames ? requestAnimationFrame(run) : 0
  const timer = setTimeout(run, noFrameMs)
}
