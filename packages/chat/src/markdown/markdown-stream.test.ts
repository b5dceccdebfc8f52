import { describe, expect, it, vi } from 'vitest'
import { type FrameClock, MarkdownStream } from './markdown-stream.ts'

/** Creates frames that are drawn when the test asks for them. */
function createFrames() {
  let draw: (() => void) | undefined
  let at = 0
  const delays: number[] = []
  const clock: FrameClock = {
    now: () => (at += 1),
    schedule(next, delayMs) {
      draw = next
      delays.push(delayMs)
      return () => {
        draw = undefined
      }
    },
  }
  const paint = (): boolean => {
    const next = draw
    draw = undefined
    next?.()
    return next !== undefined
  }
  return { clock, delays, paint }
}

const count = (stream: MarkdownStream): number => stream.getSnapshot().flat().length

describe('MarkdownStream', () => {
  it('has something to show from the start', () => {
    expect(count(new MarkdownStream('# a\n\nb', false, createFrames().clock))).toBe(2)
  })

  it('draws once a frame, however many deltas came', () => {
    const { clock, paint } = createFrames()
    const stream = new MarkdownStream('', true, clock)
    const listener = vi.fn<() => void>()
    stream.subscribe(listener)
    for (const text of ['a', 'a\n\nb', 'a\n\nb\n\nc']) stream.update(text, true)
    expect(listener).not.toHaveBeenCalled()
    paint()
    expect(listener).toHaveBeenCalledOnce()
    expect(count(stream)).toBe(3)
    expect(paint()).toBe(false)
  })

  it('takes a little new text in at once for a rendering, and tells nobody', () => {
    const { clock, paint } = createFrames()
    const stream = new MarkdownStream('', true, { ...clock, now: () => 0 })
    const listener = vi.fn<() => void>()
    stream.subscribe(listener)
    stream.anticipate('a\n\nb', true)
    expect(count(stream)).toBe(2)
    stream.update('a\n\nb', true)
    expect(paint()).toBe(false)
    expect(listener).not.toHaveBeenCalled()
  })

  it('leaves to `update` what is much, what comes too soon, and what is no more of the same text', () => {
    const frames = createFrames()
    let at = 0
    const stream = new MarkdownStream('a', true, { ...frames.clock, now: () => at++ })
    const before = stream.getSnapshot()
    stream.anticipate('a b', true)
    at = 1000
    stream.anticipate('b c', true)
    stream.anticipate('', true)
    stream.anticipate('a b', false)
    stream.anticipate(`a${' b'.repeat(40_000)}`, true)
    expect(stream.getSnapshot()).toBe(before)
    stream.anticipate('a b', true)
    expect(stream.getSnapshot()).not.toBe(before)
  })

  it('rests after a drawing for four times what it cost', () => {
    const { clock, delays, paint } = createFrames()
    const stream = new MarkdownStream('', true, clock)
    stream.subscribe(() => undefined)
    stream.update('a', true)
    paint()
    stream.update('ab', true)
    expect(delays.at(-1)).toBeGreaterThan(0)
    expect(delays.at(-1)).toBeLessThanOrEqual(4)
  })

  it('draws the end at once', () => {
    const stream = new MarkdownStream('a **b', true, createFrames().clock)
    stream.update('a **b** c', false)
    expect(stream.getSnapshot().flat()[0]).toMatchObject({ token: { text: 'a **b** c' } })
  })

  it('starts anew with a text that does not go on from the last one', () => {
    const { clock, paint } = createFrames()
    const stream = new MarkdownStream('one\n\ntwo', true, clock)
    stream.update('three', true)
    paint()
    expect(stream.getSnapshot().flat()).toMatchObject([{ token: { text: 'three' } }])
    stream.update('other', false)
    stream.update('again', false)
    expect(stream.getSnapshot().flat()).toMatchObject([{ token: { text: 'again' } }])
  })

  it('spreads a long text over frames and ends with all of it', () => {
    const { clock, paint } = createFrames()
    const stream = new MarkdownStream('', false, clock)
    stream.update('paragraph\n\n'.repeat(10_000), false)
    let frames = 0
    while (paint()) frames += 1
    expect(frames).toBe(4)
    expect(count(stream)).toBe(10_000)
  })

  it('asks for nothing after pause', () => {
    const { clock, paint } = createFrames()
    const stream = new MarkdownStream('', true, clock)
    stream.update('a', true)
    stream.pause()
    expect(paint()).toBe(false)
    stream.update('a', true)
    expect(paint()).toBe(true)
  })
})
