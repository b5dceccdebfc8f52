import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAppLimit } from './mount-mcp-app.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // The limits of the page are those of all tests before.
  vi.advanceTimersByTime(60_000 * (expect.getState().currentTestName?.length ?? 1))
})
afterEach(() => void vi.useRealTimers())

const times = (count: number, ask: () => boolean | Error): number =>
  Array.from({ length: count }, ask).filter((may) => may === true).length

const kinds = [
  'tools/call',
  'resources/read',
  'ui/message',
  'ui/open-link',
  'ui/update-model-context',
]

describe('createAppLimit', () => {
  it.each([...kinds, 'ping', 'ui/initialize', 'unknown'])('1 takes 30 %s a minute', (method) => {
    const ask = createAppLimit()
    expect(times(1_000, () => ask(method, 0))).toBe(30)
    vi.advanceTimersByTime(60_001)
    expect(times(1_000, () => ask(method, 0))).toBe(30)
  })

  it('1 counts each kind apart, and all unknown ones as one', () => {
    const ask = createAppLimit()
    expect(kinds.map((kind) => times(40, () => ask(kind, 0)))).toEqual([30, 30, 30, 30, 30])
    let nth = 0
    expect(times(100, () => ask(`made-up/${nth++}`, 0))).toBe(30)
  })

  it('1 takes 120 of one kind a minute from all apps of the page', () => {
    const taken = Array.from({ length: 6 }, createAppLimit).map((ask) =>
      times(40, () => ask('ui/message', 0)),
    )
    expect(taken).toEqual([30, 30, 30, 30, 0, 0])
  })

  it('1 says why it refuses, 300 times a minute, and then nothing', () => {
    const ask = createAppLimit()
    const answers = Array.from({ length: 1_000 }, () => ask('ui/message', 0))
    expect(answers.filter((answer) => answer instanceof Error)).toHaveLength(300)
    expect(String(answers[30])).toContain('at most 30 times a minute')
    expect(answers.at(-1)).toBe(false)
  })

  it('1 takes none while 30 have no answer', () => {
    expect(createAppLimit()('tools/call', 30)).toBeInstanceOf(Error)
  })
})
