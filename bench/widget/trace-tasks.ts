import type { Page } from '@playwright/test'

/** The main thread's own time in tasks, in milliseconds. */
export interface TracedTasks {
  readonly longestMs: number
  /** Tasks over 50 ms. */
  readonly long: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds that the thread ran. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const LONG_MS = 50

/** Runs a step and looks at each task of the page's main thread meanwhile: the time it ran, not the time it was kept waiting by what else the machine does. */
export async function traceTasks(page: Page, step: () => Promise<unknown>): Promise<TracedTasks> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser of its own.')
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
  })
  await step()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[]
  }
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
  const mainThreads = new Set(
    traceEvents.filter(({ args }) => args?.name === 'CrRendererMain').map(threadOf),
  )
  const times = traceEvents.flatMap((event) =>
    event.name === 'RunTask' && event.tdur !== undefined && mainThreads.has(threadOf(event))
      ? [event.tdur / 1_000]
      : [],
  )
  if (times.length === 0) throw new Error('Chromium traced no task with the time its thread ran.')
  return { longestMs: Math.max(...times), long: times.filter((ms) => ms > LONG_MS).length }
}
