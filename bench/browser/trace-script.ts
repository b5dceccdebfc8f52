import type { Page } from '@playwright/test'
import { renderMark } from './page/conversation.ts'
import { traceMainThread } from './trace-main-thread.ts'

/** The JavaScript of the main thread, in milliseconds of CPU time. */
export interface TracedScript<T> {
  readonly value: T
  /** All JavaScript. */
  readonly allMs: number
  /**
   * The time without the timers in which no row was rendered and without their promises'
   * continuations. The page has to mark renders.
   */
  readonly renderingMs: number
}

/**
 * The events in which the browser enters JavaScript. The continuations of promises are within them
 * or are separate events.
 */
const entries = new Set([
  'v8.callFunction',
  'FunctionCall',
  'RunMicrotasks',
  'TimerFire',
  'FireAnimationFrame',
])
const categories = ['devtools.timeline', 'v8', 'blink.user_timing']

/**
 * Runs a step and reads from a trace how long JavaScript ran meanwhile. `ScriptDuration` does not
 * count promises, and a stream runs mostly in promises.
 */
export async function traceScript<T>(page: Page, step: () => Promise<T>): Promise<TracedScript<T>> {
  const { value, events } = await traceMainThread(page, categories, step)
  let allUs = 0
  let idleTimersUs = 0
  let end = 0
  /** The time of the current timer. A timer counts as idle until something is rendered. */
  let idleUs = 0
  for (const { name, ts, dur, tdur } of events) {
    if (name === renderMark && ts < end) idleUs = 0
    if (!entries.has(name) || ts < end) continue
    idleTimersUs += idleUs
    idleUs = name === 'TimerFire' ? tdur : 0
    allUs += tdur
    end = ts + dur
  }
  idleTimersUs += idleUs
  if (allUs === 0) throw new Error('Chromium traced no JavaScript with the time its thread ran.')
  return { value, allMs: allUs / 1_000, renderingMs: (allUs - idleTimersUs) / 1_000 }
}
