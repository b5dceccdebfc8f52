// isolated: it counts timers
import { encodeCall } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  delta,
  errorOf,
  finish,
  modelUnderTest,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../test/proxy-under-test.ts'
import { hashSchema } from './check-tool.ts'

const schema = { type: 'object', properties: { a: { type: 'string' }, b: {} } } as const
const toolOf = (name: string, inputSchema: object = schema) =>
  ({ type: 'function', name, inputSchema }) as const
const answer = () => streamOf([delta, finish])
afterEach(() => void vi.useRealTimers())

describe('the rules of a model', () => {
  it('P9 puts the server’s instructions in the place of the client’s, and says so', async () => {
    const { read, asked } = modelUnderTest(answer, { instructions: 'Be kind.' })
    const parts = await read({
      prompt: [
        { role: 'system', content: 'Be evil.' },
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      ],
    })
    expect(asked()?.prompt).toMatchObject([
      { role: 'system', content: 'Be kind.' },
      { role: 'user' },
    ])
    expect(parts[0]).toMatchObject({ type: 'stream-start', warnings: [{ type: 'other' }] })
  })

  it('P9 takes the tools of its list alone, by name and by schema', async () => {
    const reordered = { properties: { b: {}, a: { type: 'string' } }, type: 'object' }
    const allowTools = { any: true, exact: await hashSchema(reordered) } as const
    const ask = async (...tools: ReturnType<typeof toolOf>[]) =>
      (await modelUnderTest(answer, { allowTools }).send({ tools })).status
    expect(await ask(toolOf('any', {}), toolOf('exact'))).toBe(200)
    expect(await ask(toolOf('exact', { type: 'object' }))).toBe(403)
    expect(await ask(toolOf('other'))).toBe(403)
    expect(await ask(toolOf('constructor'))).toBe(403)
  })
})

describe('the timeouts of the model endpoint', () => {
  it('P27 answers `upstream_first_byte_timeout` for a model that looks at no signal', async () => {
    const { handle } = proxyUnderTest(
      { timeouts: { connect: 5 } },
      new MockLanguageModelV4({ doStream: () => new Promise(() => {}) }),
    )
    const response = await handle(requestOf())
    expect(response.status).toBe(504)
    expect(await errorOf(response)).toMatchObject({
      code: 'upstream_first_byte_timeout',
      retryable: true,
    })
  })

  it.each([
    ['upstream_idle_timeout', { idle: 5 }],
    ['upstream_total_timeout', { total: 5 }],
    ['upstream_first_byte_timeout', { connect: 5 }, true],
  ])('P25 P27 ends the stream with an error part: %s', async (code, timeouts, isSilent = false) => {
    const stream = () =>
      new ReadableStream({ start: (controller) => void (isSilent || controller.enqueue(delta)) })
    const { handle, log } = proxyUnderTest(
      { timeouts },
      new MockLanguageModelV4({ doStream: async () => ({ stream: stream() as never }) }),
    )
    const text = await (await handle(requestOf())).text()
    expect(text).toContain(`"code":"${code}"`)
    expect(text).toMatch(/\[DONE\]\n\n$/)
    expect(log).toMatchObject([{ status: 200, code }])
  })

  it('P27 leaves no timer behind', async () => {
    vi.useFakeTimers()
    const { handle } = proxyUnderTest(
      {},
      new MockLanguageModelV4({ doStream: async () => ({ stream: answer() }) }),
    )
    await (await handle(requestOf())).text()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a stream of the model endpoint', () => {
  it('P28 holds a comment while the model is silent, between two events and for no client to see', async () => {
    const rest = Promise.withResolvers<void>()
    const stream = new ReadableStream({
      async start(controller) {
        controller.enqueue(delta)
        await rest.promise
        controller.enqueue(finish)
        controller.close()
      },
    })
    const { handle } = proxyUnderTest(
      { timeouts: { heartbeat: 1 } },
      new MockLanguageModelV4({ doStream: async () => ({ stream: stream as never }) }),
    )
    const body = (await handle(requestOf())).body?.pipeThrough(new TextDecoderStream())
    let text = ''
    for await (const piece of body ?? []) {
      text += piece
      if (text.includes(': \n\n: \n\n')) rest.resolve()
    }
    const events = text.split('\n\n').filter(Boolean)
    expect(events.length).toBeGreaterThanOrEqual(5)
    for (const event of events) expect(event).toMatch(/^(: |data: .*)$/s)
    expect(events.filter((event) => event.startsWith('data: '))).toHaveLength(3)
  })

  it('P31 ends with an error part when it is larger than allowed', async () => {
    const { handle, log } = proxyUnderTest(
      { bytes: { response: 100 } },
      new MockLanguageModelV4({
        doStream: async () => ({ stream: streamOf([delta, delta, delta, finish]) }),
      }),
    )
    expect(await (await handle(requestOf())).text()).toContain('upstream_too_large')
    expect(log).toMatchObject([{ code: 'upstream_too_large' }])
  })

  it('P37 is ended by a proxy that cannot wait longer, with an error part', async () => {
    const { handle } = proxyUnderTest(
      {},
      new MockLanguageModelV4({
        doStream: async () => ({
          stream: new ReadableStream({ start: (controller) => controller.enqueue(delta) }) as never,
        }),
      }),
    )
    const response = await handle(requestOf({ body: encodeCall('m', { prompt: [] }) }))
    await handle.drain(1)
    expect(await response.text()).toContain('shutting_down')
  })
})
