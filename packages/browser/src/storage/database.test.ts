// isolated: it moves the timers of its thread by 20 s, with all that other files left running
import { afterEach, expect, it, vi } from 'vitest'
import { watchHold } from './database.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('waits for a database where there are none, and throws nothing: a server renders, too', async () => {
  // Another test of the same worker may have brought one.
  vi.stubGlobal('indexedDB', undefined)
  vi.useFakeTimers()
  const thrown: unknown[] = []
  const hear = (error: unknown): void => void thrown.push(error)
  process.on('unhandledRejection', hear)
  const { held } = watchHold()
  await vi.advanceTimersByTimeAsync(20_000)
  await held
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', hear)
  expect(thrown).toEqual([])
})
