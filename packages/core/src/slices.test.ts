import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { mapInSlices, Slices } from './slices.ts'

let now = 0

beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('Slices', () => {
  it('pauses when the work has taken 10 ms, and begins anew', async () => {
    const slices = new Slices()
    now = 9
    expect(slices.pause()).toBeUndefined()
    now = 10
    await slices.pause()
    expect(slices.isOver).toBe(false)
    expect(slices.pause()).toBeUndefined()
  })

  it('lets other tasks of the page run', async () => {
    const slices = new Slices()
    const { port1, port2 } = new MessageChannel()
    let isDone = false
    port1.addEventListener('message', () => {
      isDone = true
      port1.close()
    })
    port1.start()
    port2.postMessage(0)
    now = 10
    await slices.pause()
    expect(isDone).toBe(true)
  })

  it("uses the browser's own scheduler if there is one", async () => {
    const pause = vi.fn(async () => undefined)
    vi.stubGlobal('scheduler', { yield: pause })
    const slices = new Slices()
    now = 10
    await slices.pause()
    expect(pause).toHaveBeenCalledOnce()
  })
})

describe('mapInSlices', () => {
  it('converts items in order, with a pause for every 10 ms', async () => {
    const pause = vi.fn(async () => undefined)
    vi.stubGlobal('scheduler', { yield: pause })
    const made = await mapInSlices([1, 2, 3, 4, 5], (item, at) => {
      now += 5
      return item * 10 + at
    })
    expect(made).toEqual([10, 21, 32, 43, 54])
    expect(pause).toHaveBeenCalledTimes(2)
  })
})
