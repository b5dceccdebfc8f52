/**
 * The wait for a frame, in milliseconds. A frame takes 17 ms at 60 frames a second. A page without
 * a frame for this long is hidden, or too busy to be looked at.
 */
const noFrameMs = 100

/**
 * Calls `callback` once before the next paint. A timer calls it if there is no paint: in a hidden
 * page, or on a server.
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
