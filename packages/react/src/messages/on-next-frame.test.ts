import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onNextFrame } from './session-store.ts'

/** Replaces animation frames by frames that the test draws. */
function stubFrames() {
  let last = 0
  const asked = new Map<number, () => void>()
  const request = vi.fn((callback: () => void) => {
    asked.set(++last, callback)
    return last
  })
  vi.stubGlobal('requestAnimationFrame', request)
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => asked.delete(frame))
  const draw = (): void => {
    const now = [...asked.values()]
    asked.clear()
    for (const callback of now) callback()
  }
  return { asked, draw }
}

describe('onNextFrame', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.runAllTimers()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('calls once, in the next frame', () => {
    const { draw } = stubFrames()
    const callback = vi.fn<() => void>()
    onNextFrame(callback)
    expect(callback).not.toHaveBeenCalled()
    draw()
    draw()
    vi.runAllTimers()
    expect(callback).toHaveBeenCalledTimes(1)
  })

  it('calls by a timer within 100 ms where no frame comes, and asks for that frame no longer', () => {
    const { asked } = stubFrames()
    const callback = vi.fn<() => void>()
    onNextFrame(callback)
    expect(callback).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60)
    onNextFrame(callback)
    vi.advanceTimersByTime(40)
    expect(callback).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(60)
    expect(callback).toHaveBeenCalledTimes(2)
    expect(asked.size).toBe(0)
  })

  it('leaves no timer behind where frames come', () => {
    const { draw } = stubFrames()
    onNextFrame(() => undefined)
    draw()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('goes on by the timer when what it calls waits again, as in a hidden page', () => {
    stubFrames()
    let calls = 0
    const again = (): void => {
      calls++
      if (calls < 5) onNextFrame(again)
    }
    onNextFrame(again)
    vi.advanceTimersByTime(500)
    expect(calls).toBe(5)
  })

  it('waits for a timer where there are no frames at all, as on a server', () => {
    vi.stubGlobal('requestAnimationFrame', undefined)
    const callback = vi.fn<() => void>()
    onNextFrame(callback)
    vi.advanceTimersByTime(100)
    expect(callback).toHaveBeenCalledTimes(1)
  })
})
