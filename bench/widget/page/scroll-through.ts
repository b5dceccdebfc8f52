import { frames } from '../../browser/page/stream.ts'

const STEPS = 300
const STEP_PX = 1_200
const JUMPS = 60

/**
 * Scrolls up from the end step by step, as with a wheel. Then it scrolls through everything and
 * back to the end, as with the thumb of a scroll bar.
 */
export async function scrollThrough(): Promise<void> {
  const scroller = findScroller()
  scroller.scrollTop = scroller.scrollHeight
  await frames(5)
  for (let step = 0; step < STEPS; step++) {
    scroller.scrollTop -= STEP_PX
    await frames(1)
  }
  for (let jump = 1; jump <= JUMPS; jump++) {
    scroller.scrollTop = scroller.scrollHeight * (1 - jump / JUMPS)
    await frames(2)
  }
  scroller.scrollTop = scroller.scrollHeight
  await frames(5)
}

/** Returns the scrolling element around the messages. */
function findScroller(): Element {
  let element = document.querySelector('article')?.parentElement
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) {
    element = element.parentElement
  }
  if (!element) throw new Error('Nothing scrolls.')
  return element
}
