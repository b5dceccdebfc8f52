import type { Page } from '@playwright/test'
import { traceMainThread } from '../browser/trace-main-thread.ts'

/** The CPU time of the main thread's tasks, in milliseconds. */
export interface TracedTasks {
  readonly longestMs: number
  /** The number of tasks over 50 ms. */
  readonly long: number
}

const LONG_MS = 50

/**
 * Runs a step and reads the CPU time of each task of the page's main thread meanwhile. The time
 * that a task waited for other work of the machine does not count.
 */
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
