import type { Page } from '@playwright/test'
import { traceMainThread } from '../browser/trace-main-thread.ts'

/** The main thread's own time in tasks, in milliseconds. */
export interface TracedTasks {
  readonly longestMs: number
  /** Tasks over 50 ms. */
  readonly long: number
}

const LONG_MS = 50

/** Runs a step and looks at each task of the page's main thread meanwhile: the time it ran, not the time it was kept waiting by what else the machine does. */
export async function traceTasks(page: Page, step: () => Promise<unknown>): Promise<TracedTasks> {
  const { events } = await traceMainThread(
    page,
    ['toplevel', 'disabled-by-default-devtools.timeline'],
    step,
  )
  const times = events.flatMap(({ name, tdur }) => (name === 'RunTask' ? [tdur / 1_000] : []))
  if (times.length === 0) throw new Error('Chromium traced no task with the time its thread ran.')
  return { longestMs: Math.max(...times), long: times.filter((ms) => ms > LONG_MS).length }
}
