import { AgentError } from '@ambit/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cdp, server } from 'vitest/browser'
import { createRunner, fromSource, sandbox } from './sandbox.ts'
import { failureOf, frames, inSandbox } from '../../test/run-in-sandbox.ts'

/** Returns the addresses of the workers that the browser runs. */
async function workers(): Promise<string[]> {
  const { targetInfos } = await cdp().send('Target.getTargets', { filter: [{ type: 'worker' }] })
  return targetInfos.map(({ url }) => url)
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('sandbox', () => {
  it('runs functions of every form on copies of their arguments', async () => {
    const forms = {
      arrow: ({ n }: { n: number }) => n * 2,
      asyncArrow: async ({ n }: { n: number }) => Promise.resolve(n * 2),
      method({ n }: { n: number }) {
        return n * 2
      },
      async asyncMethod({ n }: { n: number }) {
        return Promise.resolve(n * 2)
      },
      function: function ({ n }: { n: number }) {
        return n * 2
      },
      ['a computed name']({ n }: { n: number }) {
        return n * 2
      },
      text: fromSource('async ({ n }) => n * 2 // a comment'),
    }
    const results = await Promise.all(
      Object.entries(forms).map(async ([name, form]) => [
        name,
        await inSandbox(String(form), {}, { args: { n: 21 } }),
      ]),
    )
    expect(results).toEqual(Object.keys(forms).map((name) => [name, 42]))
    const date = new Date(0)
    const source = '({ date, map }) => { map.set("b", 2); return [date.getTime(), ...map] }'
    const map = new Map([['a', 1]])
    expect(await inSandbox(source, {}, { args: { date, map } })).toEqual([0, ['a', 1], ['b', 2]])
    expect(map.size).toBe(1)
  })

  it('gives JSON back: null for nothing, and an error for what JSON cannot say', async () => {
    expect(await inSandbox('() => {}')).toBe(null)
    expect(await inSandbox('() => ({ a: [1, "b"], c: undefined })')).toEqual({ a: [1, 'b'] })
    expect((await failureOf(inSandbox('() => 1n'))).message).toContain('BigInt')
    const pollution = await inSandbox(`() => JSON.parse('{"__proto__":{"isAdmin":true}}')`)
    expect(Object.keys(pollution as object)).toEqual([])
    expect((pollution as { isAdmin?: boolean }).isAdmin).toBe(undefined)
  })

  it('gives the handler a frozen env, progress, and nothing else of the context', async () => {
    const env = { api: { url: 'https://api.example.com' }, region: 'eu' }
    const changed = `(_, { env }) => {
      try { env.api.url = 'https://evil.example' } catch (error) { return [env.api.url, env.region, error.name] }
    }`
    const given = createRunner({ env })
    env.api.url = 'https://late.example'
    const request = {
      tool: 'probe',
      args: {},
      signal: new AbortController().signal,
      onProgress: vi.fn(),
    }
    expect(await given.run({ ...request, source: changed, env: { region: 'us' } })).toEqual([
      'https://api.example.com',
      'us',
      'TypeError',
    ])
    await given.run({
      ...request,
      source: '(_, ctx) => ctx.progress({ percent: 50, message: "half" })',
    })
    expect(request.onProgress.mock.calls).toEqual([[{ percent: 50, message: 'half' }]])
    const { message } = await failureOf(inSandbox('(_, ctx) => ctx.artifact({})'))
    expect(message).toContain('`ctx.artifact` does not reach into a sandbox')
  })

  it('A14 R61 kills an endless loop at its timeout while the page goes on', async () => {
    let ticks = 0
    const ticking = setInterval(() => ticks++, 1)
    const failure = await failureOf(inSandbox('() => { for (;;); }', { timeout: 2_000 }))
    clearInterval(ticking)
    expect(AgentError.is(failure, 'timeout')).toBe(true)
    expect(failure).toMatchObject({ timeoutMs: 2_000 })
    expect(ticks).toBeGreaterThan(10)
    expect(frames()).toBe(0)
  })

  it('A14 R61 leaves no worker of a killed call', async ({ skip }) => {
    skip(server.provider !== 'playwright', 'Only Chromium tells which workers run.')
    const reports: { message?: string | undefined }[] = []
    const loop = '(_, ctx) => { ctx.progress({ message: location.href }); for (;;); }'
    const running = failureOf(
      inSandbox(loop, { timeout: 2_000 }, { onProgress: (progress) => reports.push(progress) }),
    )
    await expect.poll(() => reports, { timeout: 10_000 }).toHaveLength(1)
    const url = reports[0]?.message
    expect(await workers()).toContain(url)
    await running
    await expect.poll(workers, { timeout: 10_000 }).not.toContain(url)
  })

  it('takes the shorter timeout of tool and agent', async () => {
    const loop = '() => { for (;;); }'
    const short = await failureOf(inSandbox(loop, { timeout: '10m' }, { timeoutMs: 50 }))
    expect(short).toMatchObject({ name: 'TimeoutError', timeoutMs: 50 })
    expect(await inSandbox('() => 1', { timeout: '999h' })).toBe(1)
    const long = await failureOf(inSandbox(loop, { timeout: 50 }, { timeoutMs: 600_000 }))
    expect(long).toMatchObject({ name: 'TimeoutError', timeoutMs: 50 })
  })

  it('A24 ends with its signal, before and during the call', async () => {
    const controller = new AbortController()
    const running = inSandbox(
      '(_, ctx) => { ctx.progress({}); for (;;); }',
      {},
      { signal: controller.signal, onProgress: () => controller.abort({ kind: 'user' }) },
    )
    const failure = await failureOf(running)
    expect(AgentError.is(failure, 'cancelled')).toBe(true)
    expect(failure).toMatchObject({ reason: { kind: 'user' } })
    expect(await failureOf(inSandbox('() => 1', {}, { signal: controller.signal }))).toMatchObject({
      name: 'CancellationError',
    })
    expect(frames()).toBe(0)
  })

  it('keeps calls that run at once apart, and leaves nothing behind', async () => {
    const source = `async ({ n }) => {
      const seen = []
      const channel = new BroadcastChannel('shared')
      channel.onmessage = ({ data }) => seen.push(data)
      channel.postMessage(n)
      globalThis.shared = (globalThis.shared ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 50))
      return [n, globalThis.shared, seen]
    }`
    const { run } = createRunner()
    const request = { tool: 'probe', source, onProgress: vi.fn() }
    const { signal } = new AbortController()
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, n) => run({ ...request, signal, args: { n } })),
    )
    expect(results).toEqual(Array.from({ length: 8 }, (_, n) => [n, 1, []]))
    expect(frames()).toBe(0)
  })

  it('explains what a handler misses that is defined outside of it', async () => {
    const rate = 0.2
    const handler = ({ price }: { price: number }) => price * rate
    const closure = await failureOf(inSandbox(String(handler), {}, { args: { price: 1 } }))
    expect(closure.name).toBe('ReferenceError')
    expect(closure.message).toContain('That name is defined outside of the handler of "probe"')

    const page = await failureOf(inSandbox('() => document.title'))
    expect(page.message).toContain('A sandbox has no `document`')
    const compiled = await failureOf(inSandbox('() => __awaiter(1)'))
    expect(compiled.message).toContain('That name is what a compiler')
    const bound = await failureOf(inSandbox(String(handler.bind(undefined))))
    expect(bound.message).toContain('bound or built-in')
    const broken = await failureOf(inSandbox('({ n }) => n +'))
    expect(broken.message).toContain('cannot be read as a function')
    expect((await failureOf(inSandbox('42'))).message).toContain('cannot be read as a function')
  })

  it('tells of arguments that cannot be copied', async () => {
    const failure = await failureOf(inSandbox('() => 1', {}, { args: { fn: () => 1 } }))
    expect(AgentError.is(failure)).toBe(true)
    expect(failure.message).toContain('cannot be copied into its sandbox')
  })

  it('warns of what no browser can enforce, and refuses what is not an origin', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    sandbox({ maxMemoryMB: 64, allowFS: false })
    expect(warn.mock.calls.map(([text]: string[]) => text)).toEqual([
      expect.stringContaining('maxMemoryMB'),
      expect.stringContaining('allowFS'),
    ])
    expect(() => sandbox({ allowNetwork: ['https://api.example.com/path'] })).toThrow(
      'not an origin',
    )
    expect(() => sandbox({ timeout: -1 })).toThrow('`timeout`')
  })
})
