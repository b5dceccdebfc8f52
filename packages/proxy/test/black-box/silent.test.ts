import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { createProxyModel } from '@ambit/core'
import { streamText } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import OpenAI from 'openai'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Answer, answerWell, codeOf, openGateway, samples } from '../gateway-under-test.ts'
import type { ProxyOptions } from '../../src/proxy-options.ts'
import { delta, finish, proxyUnderTest, requestOf, streamOf } from '../proxy-under-test.ts'

const heartbeat = 5
const eventStream = { 'content-type': 'text/event-stream' }
const fail: Answer = (_request, response) => void response.writeHead(503).end('{}')
const failInStream: Answer = (_request, response) => {
  response.writeHead(200, eventStream)
  response.end('data: {"error":{"type":"overloaded_error"}}\n\n')
}

/** Opens a gateway whose provider stays silent until `speak` is called. */
async function openSilent(
  answer: Answer,
  sendsHeaders = false,
  options: Partial<ProxyOptions> = {},
) {
  const { promise: spoken, resolve: speak } = Promise.withResolvers<void>()
  const gateway = await openGateway(
    'Node adapter',
    (request, response) => {
      if (sendsHeaders) response.writeHead(200, eventStream).flushHeaders()
      const writeHead = response.writeHead.bind(response)
      if (sendsHeaders) response.writeHead = () => response
      void spoken
        .then(() => answer(request, response))
        .finally(() => (response.writeHead = writeHead))
    },
    { ...options, timeouts: { heartbeat, ...options.timeouts } },
  )
  return { ...gateway, speak }
}

/** Reads the beats of a stream, then calls `then`, and returns the rest as text. */
async function readBeats(response: Response, then: () => void): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value = '' } = (await reader?.read()) ?? { done: true }
    text += value
    if (text.startsWith(': \n\n: \n\n')) then()
    if (done) return text.replaceAll(': \n\n', '')
  }
}

describe.each(samples)('a provider of $name that is silent', ({ path, json, events }) => {
  it.each(['before', 'after'])(
    'P28 leaves the client with headers and beats, %s its headers, and then the same bytes',
    async (when) => {
      const { send, speak, log } = await openSilent(answerWell, when === 'after')
      const response = await send(path, { json })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      expect(await readBeats(response, speak)).toBe(events.join(''))
      expect(log).toMatchObject([{ status: 200, code: undefined }])
    },
  )

  it.each([
    ['with a status', fail],
    ['in its first event', failInStream],
  ])('P28 P32 ends with an event of its wire if it fails then: %s', async (_how, answer) => {
    const { send, speak, log } = await openSilent(answer, answer === failInStream)
    const text = await readBeats(await send(path, { json }), speak)
    const [, data = ''] = /^data: (.*)$/m.exec(text) ?? []
    const { error } = JSON.parse(data) as { error: { message: string } }
    expect(error.message).toMatch(/^The provider is overloaded\.|^The provider failed\./)
    expect(log).toMatchObject([{ status: 200, code: expect.stringMatching(/^upstream_/) }])
  })

  it('P28 P32 tells the time to wait if it is limited then', async () => {
    const { send, speak } = await openSilent((_request, response) => {
      response.writeHead(429, { 'retry-after': '7' }).end('{}')
    })
    const text = await readBeats(await send(path, { json }), speak)
    expect(text).toMatch(/"retryAfterMs":7000|"retryDelay":"7s"/)
  })

  it('P32 keeps the status of an error that comes quickly', async () => {
    const { send } = await openGateway('Node adapter', fail, { timeouts: { heartbeat: 60_000 } })
    const response = await send(path, { json })
    expect(response.status).toBe(503)
    expect(await codeOf(response)).toBe('upstream_overloaded')
  })

  it('P27 P28 is given up after its time, with an event', async () => {
    const { send } = await openSilent(answerWell, false, { timeouts: { connect: 40 } })
    const text = await readBeats(await send(path, { json }), () => {})
    expect(text).toContain('The provider did not begin to answer in time.')
  })

  it('P24 P28 is left when the client leaves', async () => {
    const closed = Promise.withResolvers<void>()
    const { send, log } = await openGateway(
      'Node adapter',
      (_request, response) => void response.on('close', closed.resolve),
      { timeouts: { heartbeat } },
    )
    await (await send(path, { json })).body?.cancel()
    await closed.promise
    await expect.poll(() => log).toMatchObject([{ code: 'client_closed' }])
  })
})

describe('official clients, when a silent provider fails', () => {
  const messages = [{ role: 'user' as const, content: 'Hi' }]
  type Read = (url: string) => Promise<unknown>
  const readAll = async (stream: AsyncIterable<unknown>): Promise<void> => {
    for await (const event of stream) expect(event).toBeDefined()
  }
  const throughSdk = async (model: Parameters<typeof streamText>[0]['model']) => {
    const errors: unknown[] = []
    const onError = ({ error }: { error: unknown }): void => void errors.push(error)
    await streamText({ model, prompt: 'Hi', maxRetries: 0, onError }).consumeStream()
    throw errors[0]
  }
  const clients: [string, Read][] = [
    [
      '`openai`, chat',
      async (url) => {
        const client = new OpenAI({ baseURL: `${url}/openai`, apiKey: 'none', maxRetries: 0 })
        await readAll(
          await client.chat.completions.create({ model: 'gpt-5', messages, stream: true }),
        )
      },
    ],
    [
      '`openai`, responses',
      async (url) => {
        const client = new OpenAI({ baseURL: `${url}/openai`, apiKey: 'none', maxRetries: 0 })
        await readAll(await client.responses.create({ model: 'gpt-5', input: 'Hi', stream: true }))
      },
    ],
    [
      '`@anthropic-ai/sdk`',
      async (url) => {
        const client = new Anthropic({ baseURL: `${url}/anthropic`, apiKey: 'none', maxRetries: 0 })
        const model = 'claude-sonnet-5-5'
        await readAll(
          await client.messages.create({ model, max_tokens: 9, messages, stream: true }),
        )
      },
    ],
    [
      '`@ai-sdk/openai`',
      (url) => throughSdk(createOpenAI({ baseURL: `${url}/openai`, apiKey: 'none' })('gpt-5')),
    ],
    [
      '`@ai-sdk/google`',
      (url) =>
        throughSdk(createGoogle({ baseURL: `${url}/google`, apiKey: 'none' })('gemini-2.5-flash')),
    ],
  ]
  it.each(clients)('P28 P32 %s throws', async (_name, read) => {
    const { url, speak, received } = await openSilent(fail)
    const reading = read(url)
    reading.catch(() => {})
    await expect.poll(() => received).toHaveLength(1)
    // Longer than the time after which the answer begins: the error is an event, not a status.
    await new Promise((resolve) => setTimeout(resolve, 4 * heartbeat))
    speak()
    await expect(reading).rejects.toThrow()
  })
})

describe('a model of the model route that is silent', () => {
  const open = (broken?: unknown, withRetries = false) => {
    const { promise: spoken, resolve: speak } = Promise.withResolvers<void>()
    const model = new MockLanguageModelV4({
      async doStream() {
        await spoken
        if (broken !== undefined) throw broken
        return { stream: streamOf([delta, finish]) }
      },
    })
    const under = proxyUnderTest(
      { timeouts: { heartbeat }, ...(withRetries && { retry: 0 }) },
      model,
    )
    return { ...under, speak }
  }

  it.each([false, true])('P28 leaves the client with headers and beats; retry: %s', async (on) => {
    const { handle, speak, log } = open(undefined, on)
    const response = await handle(requestOf())
    expect(response.status).toBe(200)
    expect(await readBeats(response, speak)).toMatch(/"delta":"Hi".*\[DONE\]/s)
    expect(log).toMatchObject([{ status: 200, code: undefined }])
  })

  it('P28 R24 ends with an error part that has all that a refusal has', async () => {
    const cause = Object.assign(new Error('sk-secret'), {
      name: 'AI_APICallError',
      statusCode: 429,
      isRetryable: true,
      responseHeaders: { 'retry-after': '7' },
    })
    const { handle, speak } = open(cause)
    const model = createProxyModel({
      baseURL: 'https://app.example/api/agent',
      modelId: 'm',
      fetch: async (url, init) => handle(new Request(String(url), init)),
    })
    const { stream } = await model.doStream({ prompt: [] })
    speak()
    const reader = stream.getReader()
    const { value } = await reader.read()
    expect(value).toMatchObject({
      type: 'error',
      error: { kind: 'upstream_rate_limited', status: 429, isRetryable: true, retryAfterMs: 7_000 },
    })
    await reader.cancel()
  })

  it('P27 leaves no timer and no request behind when the client leaves', async () => {
    const { handle, log } = open()
    const client = new AbortController()
    const response = await handle(requestOf({ signal: client.signal }))
    client.abort()
    await response.text().catch(() => {})
    expect(log).toMatchObject([{ code: 'client_closed' }])
    await handle.drain()
  })

  it('P37 ends when the proxy does', async () => {
    const { handle, log } = open()
    const response = await handle(requestOf())
    await handle.drain(1)
    expect(await response.text()).toContain('"code":"shutting_down"')
    expect(log).toMatchObject([{ code: 'shutting_down' }])
  })
})

it('P28 is on: without an option a stream says something after 5 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked = Promise.withResolvers<void>()
  const doStream = () => (asked.resolve(), new Promise<never>(() => {}))
  const model = new MockLanguageModelV4({ doStream })
  const { handle } = proxyUnderTest({}, model)
  const answering = handle(requestOf())
  await asked.promise
  await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(5_000)
  const { value } = (await (await answering).body?.getReader().read()) ?? {}
  expect(new TextDecoder().decode(value)).toBe(': \n\n')
})
