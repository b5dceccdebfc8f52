import { AgentError } from '@ambit/core'
import { describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../test/run-in-sandbox.ts'
import { type FrameCall, runInFrame } from './sandbox.ts'

/** Runs a worker that is all hostile code: nothing of Ambit stands between it and its frame. */
const inFrame = (script: string, call: Partial<FrameCall> = {}): Promise<unknown> =>
  runInFrame({
    tool: 'probe',
    script,
    args: {},
    env: {},
    timeoutMs: 1_000,
    connectSource: "'none'",
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...call,
  })

const mega = `'["report",[' + Array(700_000).fill('{}').join(',') + ']]'`

describe('the frame of a sandbox', () => {
  it('A14 R61 ends at its timeout, whatever its worker has queued, while the page goes on', async () => {
    const onProgress = vi.fn()
    let drawn = 0
    let running = true
    const draw = (): void => {
      drawn += 1
      if (running) requestAnimationFrame(draw)
    }
    requestAnimationFrame(draw)
    const script = `const text = ${mega}; postMessage(''); for (let i = 0; i < 100; i++) postMessage(text); for (;;);`
    const failure = await failureOf(inFrame(script, { onProgress }))
    running = false
    expect(AgentError.is(failure, 'timeout')).toBe(true)
    expect(drawn).toBeGreaterThan(10)
    expect(onProgress).not.toHaveBeenCalled()
  })

  it('A14 R61 passes on few of many short reports', async () => {
    const onProgress = vi.fn()
    const script = `postMessage(''); for (let i = 0; i < 20_000; i++) postMessage('["report",' + i + ']'); postMessage('["done",1]')`
    expect(await inFrame(script, { onProgress, timeoutMs: 20_000 })).toBe(1)
    expect(onProgress.mock.calls.length).toBeLessThan(2_000)
    expect(onProgress.mock.calls.at(-1)).toEqual([{ percent: 19_999 }])
  })

  it('A14 R61 passes on one end, and no long one', async () => {
    const two = `postMessage(''); postMessage('["done",1]'); postMessage('["done",2]')`
    expect(await inFrame(two)).toBe(1)
    const long = (kind: string, length: number): string =>
      `postMessage(''); postMessage('["${kind}","' + 'x'.repeat(${length}) + '"]')`
    expect(await inFrame(long('done', 900_000))).toHaveLength(900_000)
    for (const [kind, length] of [
      ['done', 1_100_000],
      ['threw', 30_000],
      ['other', 30_000],
    ] as const) {
      expect((await failureOf(inFrame(long(kind, length)))).message).toContain('passes on no more')
    }
  })

  it('A14 R61 gives nobody more time for saying that it has only just started', async () => {
    const script = `postMessage(''); setInterval(() => { postMessage(['started']); postMessage('["report"]') }, 20)`
    expect(await failureOf(inFrame(script, { timeoutMs: 200 }))).toMatchObject({ timeoutMs: 200 })
    for (const lie of ['["started"]', '["blocked"]', '{', '', 'null', '1']) {
      const { message } = await failureOf(inFrame(`postMessage(''); postMessage('${lie}')`))
      expect(message).toContain('cannot be read as a function')
    }
  })

  it('takes no advice from its worker', async () => {
    const forged = (blocked: string): string =>
      `postMessage(''); postMessage('["threw","Error","no",' + ${blocked} + ']')`
    const quoted = 'The code of "probe" threw "no".'
    for (const blocked of [
      `'"not an origin, but a sentence"'`,
      `'{}'`,
      `'"https://' + 'a'.repeat(500) + '"'`,
      `'"data:x"'`,
    ]) {
      expect((await failureOf(inFrame(forged(blocked)))).message).toBe(quoted)
    }
  })
})
