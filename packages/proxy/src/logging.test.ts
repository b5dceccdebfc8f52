import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { delta, finish, proxyUnderTest, requestOf, streamOf } from '../test/proxy-under-test.ts'
import type { ProxyLog } from './proxy-log.ts'
import { toFailureCause } from './failure-cause.ts'

const answering = () =>
  new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf([delta, finish]) }) })

afterEach(() => void vi.restoreAllMocks())

const broken: [string, () => void | Promise<void>][] = [
  [
    'throws',
    () => {
      throw new Error('the disk is full')
    },
  ],
  ['rejects', () => Promise.reject(new Error('the log server is gone'))],
  ['never resolves', () => new Promise(() => {})],
  [
    'throws no error',
    () => {
      throw undefined
    },
  ],
]

describe('a `log`', () => {
  it.each(broken)('P36 that %s changes no answer', async (_what, log) => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const { handle } = proxyUnderTest({ log }, answering())
    expect(await (await handle(requestOf())).text()).toMatch(/"delta":"Hi".*\[DONE\]/s)
    for (const path of ['/health', '/models']) {
      const init = { path: `/api/agent${path}`, method: 'GET' }
      expect((await handle(requestOf(init))).status).toBe(200)
    }
    expect((await handle(requestOf({ path: '/nowhere' }))).status).toBe(404)
    expect(printed.mock.calls.length).toBeLessThanOrEqual(1)
  })

  it.each(broken)('P36 P24 that %s ends nothing when a client leaves', async (_what, log) => {
    vi.spyOn(console, 'error').mockReturnValue()
    const ended = vi.fn<() => void>()
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: new ReadableStream({ cancel: ended }) }),
    })
    const { handle } = proxyUnderTest({ log }, model)
    const client = new AbortController()
    const response = await handle(requestOf({ signal: client.signal }))
    client.abort()
    await response.text().catch(() => {})
    expect(ended).toHaveBeenCalledOnce()
    await expect(handle.drain(60_000)).resolves.toBeUndefined()
  })

  it('gets the `traceparent` of a request, if it has the form of the standard', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const seen: unknown[] = []
    const log = (entry: ProxyLog): unknown => seen.push(entry.traceparent)
    const { handle } = proxyUnderTest({ log }, answering())
    for (const given of [traceparent, `${traceparent}-more`, 'x'.repeat(10_000)]) {
      await (await handle(requestOf({ headers: { traceparent: given } }))).text()
    }
    expect(seen).toEqual([traceparent, undefined, undefined])
  })

  it('P36 gets a cause that can be written as JSON, whatever was thrown', async () => {
    const error: Error & { self?: unknown } = new TypeError('no table', {
      cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    })
    error.self = error
    const { handle, log } = proxyUnderTest({ authorize: () => Promise.reject(error) })
    expect((await handle(requestOf())).status).toBe(500)
    expect(JSON.parse(JSON.stringify(log[0])).cause).toEqual({
      name: 'TypeError',
      message: 'no table',
      code: 'ECONNREFUSED',
    })
  })

  it('P36 that is missing leaves failures to the console, each cause once', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const failing = async () => {
      throw new Error(`sessions table missing at redis://app:hunter2@db:6379, key sk-live-12345678`)
    }
    const { handle } = proxyUnderTest({ log: undefined, authorize: failing })
    for (let nth = 0; nth < 3; nth++) expect((await handle(requestOf())).status).toBe(500)
    await expect.poll(() => printed.mock.calls.length).toBe(1)
    const [line] = printed.mock.calls[0] ?? []
    expect(line).toContain('Error: sessions table missing')
    expect(line).not.toMatch(/hunter2|live/)
    expect((await handle(requestOf({ path: '/nowhere' }))).status).toBe(404)
    expect(printed).toHaveBeenCalledOnce()
  })
})

describe('toFailureCause', () => {
  it.each([
    [undefined, { name: 'undefined', message: 'undefined' }],
    ['no', { name: 'string', message: 'no' }],
    [{ code: 7 }, { name: 'object', message: '[object Object]', code: '7' }],
    [Object.create(null), { name: 'object', message: 'The value cannot be read.' }],
    [new Error('x'.repeat(999)), { name: 'Error', message: `${'x'.repeat(300)}…` }],
    [new Error('bearer abc.def is bad'), { name: 'Error', message: 'bearer *** is bad' }],
  ])('P36 reads %j', (thrown, cause) => {
    expect(toFailureCause(thrown)).toEqual(cause)
  })

  it('P36 reads an error whose cause is itself, and one that cannot be read', () => {
    const circle = new Error('round')
    circle.cause = circle
    expect(toFailureCause(circle)).toEqual({ name: 'Error', message: 'round' })
    const trap = Object.defineProperty({}, 'message', {
      get() {
        throw new Error('no')
      },
    })
    expect(toFailureCause(trap).message).toBe('The value cannot be read.')
  })
})
