import { describe, expect, it } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

describe('createFakeClock', () => {
  it('fires timers when they fall due, in the order of their time and then of their setting', async () => {
    const clock = createFakeClock(0)
    const fired: string[] = []
    const note = (name: string) => () => fired.push(`${name} at ${clock.now()}`)
    clock.setTimeout(note('late'), 30)
    clock.setTimeout(note('first'), 10)
    clock.setTimeout(note('second'), 10)
    await clock.advance(9)
    expect(fired).toEqual([])
    await clock.advance(1)
    expect(fired).toEqual(['first at 10', 'second at 10'])
    await clock.advance(100)
    expect(fired.at(-1)).toBe('late at 30')
    expect(clock.now()).toBe(110)
    expect(clock.pending).toBe(0)
  })

  it('forgets a cleared timer', async () => {
    const clock = createFakeClock()
    const timer = clock.setTimeout(() => expect.unreachable(), 5)
    clock.clearTimeout(timer)
    clock.clearTimeout(timer)
    expect(clock.pending).toBe(0)
    await clock.advance(10)
  })

  it('lets promises settle between timers, so that a timer they set still fires in time', async () => {
    const clock = createFakeClock(0)
    const wait = (ms: number): Promise<void> =>
      new Promise((resolve) => void clock.setTimeout(resolve, ms))
    const times: number[] = []
    void (async () => {
      for (const ms of [10, 10, 10]) {
        await wait(ms)
        times.push(clock.now())
      }
    })()
    await clock.advance(25)
    expect(times).toEqual([10, 20])
    expect(clock.nextInMs).toBe(5)
  })

  it('can be set back, and its timers do not mind', async () => {
    const clock = createFakeClock(1_000)
    let fired = false
    clock.setTimeout(() => (fired = true), 10)
    clock.setNow(500)
    expect(clock.now()).toBe(500)
    await clock.advance(10)
    expect(fired).toBe(true)
    expect(clock.now()).toBe(510)
  })

  it('runs until nothing waits, and gives up on timers without end', async () => {
    const clock = createFakeClock(0)
    const again = (): unknown => clock.setTimeout(again, 1)
    clock.setTimeout(() => undefined, 1_000_000)
    await clock.runAll()
    expect(clock.now()).toBe(1_000_000)
    again()
    await expect(clock.runAll()).rejects.toThrow('without end')
  })

  it('refuses to advance backwards', async () => {
    await expect(createFakeClock().advance(-1)).rejects.toThrow('setNow')
  })
})
