import type { Page } from '@playwright/test'

/** One event of the page's main thread. */
export interface TraceEvent {
  readonly name: string
  /**
   * The start, the duration and the CPU time of the thread, in microseconds. A mark has a duration
   * of 0.
   */
  readonly ts: number
  readonly dur: number
  readonly tdur: number
}

interface RawEvent extends Partial<Omit<TraceEvent, 'name'>> {
  readonly name: string
  readonly pid: number
  readonly tid: number
}

/** The mark by which the page's main thread is found among those of Chromium's own pages. */
const beginMark = 'bench trace begins'

/**
 * Runs a step, and returns the events that Chromium traced on the page's main thread meanwhile.
 * They are in the order of their start, so an outer event is before the events in it.
 */
export async function traceMainThread<T>(
  page: Page,
  categories: readonly string[],
  step: () => Promise<T>,
): Promise<{ readonly value: T; readonly events: readonly TraceEvent[] }> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own.')
  await browser.startTracing(page, { categories: [...categories, 'blink.user_timing'] })
  await page.evaluate((name) => void performance.mark(name), beginMark)
  const value = await step()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly RawEvent[]
  }
  const threadOf = ({ pid, tid }: RawEvent): string => `${pid} ${tid}`
  const begin = traceEvents.find(({ name }) => name === beginMark)
  if (begin?.ts === undefined) throw new Error('Chromium traced no mark of the page.')
  const [since, mainThread] = [begin.ts, threadOf(begin)]
  const events = traceEvents.flatMap((event) => {
    const { name, ts, dur = 0, tdur = 0 } = event
    if (ts === undefined || ts < since) return []
    return threadOf(event) === mainThread ? [{ name, ts, dur, tdur }] : []
  })
  return { value, events: events.toSorted((a, b) => a.ts - b.ts || b.dur - a.dur) }
}
