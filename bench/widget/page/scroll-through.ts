import { frames } from '../../browser/page/stream.ts'

const STEPS = 300
const STEP_PX = 1_200
const JUMPS = 60

/** Scrolls up from the end as with a wheel, step by step, then as with the thumb of a scroll bar, through all of it and back to the end. */
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

/** The element around the messages that scrolls. */
function findScroller(): Element {
  let element = document.querySelector('article')?.parentElement
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) {
    element = element.parentElement
  }
  if (!element) throw new Error('Nothing scrolls.')
  return element
}
