import { AgentError } from '../../index.ts'
import { encodeEvent, encodePart, endOfStream, type WirePart } from '@ambit/protocol'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { APICallError } from '@ai-sdk/provider'
import { generateText } from 'ai'
import { convertReadableStreamToArray } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import { type ProxyModelOptions, createProxyModel } from './proxy-model.ts'

const call: LanguageModelV4CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
}
const parts: WirePart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'response-metadata', id: 'r1', timestamp: new Date(0), modelId: 'gpt-5' },
  { type: 'reasoning-start', id: '0' },
  { type: 'reasoning-delta', id: '0', delta: 'Hmm' },
  { type: 'reasoning-end', id: '0', providerMetadata: { openai: { itemId: 'rs_1' } } },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'Hel' },
  { type: 'text-delta', id: '0', delta: 'lo' },
  { type: 'text-end', id: '0' },
  { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: '{"a":1}' },
  {
    type: 'finish',
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 2, text: 2, reasoning: 0 },
    },
    finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
  },
]
const wire = (sent: WirePart[]): string => sent.map(encodePart).join('') + encodeEvent(endOfStream)

const eventStream = (body: BodyInit): Response =>
  new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })

/** Makes a model whose server is `answer`. Also returns the requests that the server got. */
function modelOf(
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<ProxyModelOptions> = {},
) {
  const requests: Request[] = []
  const model = createProxyModel({
    baseURL: 'https://app.example/api/agent/',
    modelId: 'openai/gpt-5',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request)
      return answer(request)
    },
    ...options,
  })
  return { model, requests }
}

const failure = async (answer: () => Response | Promise<Response>): Promise<unknown> =>
  modelOf(answer)
    .model.doStream(call)
    .then(
      () => undefined,
      (error: unknown) => error,
    )

describe('createProxyModel', () => {
  const options = { baseURL: '/api/agent', modelId: 'openai/gpt-5' }
  it.each<[string, object | undefined]>([
    ['baseURL', undefined],
    ['baseURL', { modelId: 'm' }],
    ['baseURL', { ...options, baseURL: new URL('https://app.example') }],
    ['modelId', { baseURL: '/api/agent' }],
    ['modelId', { ...options, modelId: '' }],
    ['headers', { ...options, headers: 'Bearer x' }],
    ['credentials', { ...options, credentials: true }],
    ['onAuthExpired', { ...options, onAuthExpired: true }],
    ['fetch', { ...options, fetch: null }],
  ])('says in development that `%s` is wrong: %o', (name, given) => {
    const make = () => createProxyModel(given as ProxyModelOptions)
    expect(make).toThrow(AgentError)
    expect(make).toThrow(`\`${name}\` of createProxyModel is`)
  })

  it('names in development an option that does not exist', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    createProxyModel({ ...options, header: {} } as ProxyModelOptions)
    expect(warn.mock.calls).toEqual([[expect.stringContaining('Use `headers`.')]])
    warn.mockRestore()
  })

  it('asks for the id of a model that a user chooses, at each call', async () => {
    let modelId = 'openai/gpt-5'
    const { model, requests } = modelOf(() => eventStream(wire(parts)), { modelId: () => modelId })
    await model.doGenerate(call)
    expect(model.modelId).toBe('openai/gpt-5')
    modelId = 'openai/gpt-5-mini'
    await model.doGenerate(call)
    expect(model.modelId).toBe('openai/gpt-5-mini')
    const ids = await Promise.all(requests.map(async (request) => (await request.json()).modelId))
    expect(ids).toEqual(['openai/gpt-5', 'openai/gpt-5-mini'])
  })

  it('posts the call as JSON and streams the parts back', async () => {
    const { model, requests } = modelOf(() => eventStream(wire(parts)))
    const { stream } = await model.doStream(call)
    expect(await convertReadableStreamToArray(stream)).toEqual(parts)
    expect(requests[0]?.url).toBe('https://app.example/api/agent/model')
    expect(requests[0]?.method).toBe('POST')
    expect(requests[0]?.headers.get('content-type')).toBe('application/json')
    expect(await requests[0]?.json()).toEqual({ modelId: 'openai/gpt-5', options: call })
  })

  it('keeps a relative base URL relative, for the page to resolve', async () => {
    const urls: unknown[] = []
    const model = createProxyModel({
      baseURL: '/api/agent',
      modelId: 'm',
      fetch: async (url) => {
        urls.push(url)
        return eventStream(wire(parts))
      },
    })
    await model.doStream(call)
    expect(urls).toEqual(['/api/agent/model'])
  })

  it('asks for its headers anew with every call, and sends credentials as told', async () => {
    let token = 0
    const { model, requests } = modelOf(() => eventStream(wire(parts)), {
      headers: async () => ({ authorization: `Bearer ${++token}` }),
      credentials: 'include',
    })
    await model.doStream({ ...call, headers: { 'x-from-call': '1' } })
    await model.doStream(call)
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer 1',
      'Bearer 2',
    ])
    expect(requests[0]?.headers.has('x-from-call')).toBe(false)
    expect(requests[0]?.credentials).toBe('include')
  })

  it('R25 turns an answer of the proxy into its code, status and wait', async () => {
    const error = {
      code: 'upstream_rate_limited',
      message: 'The provider is limiting requests.',
      retryable: true,
      retryAfterMs: 1500,
      requestId: 'r',
    }
    const thrown = await failure(() => Response.json({ error }, { status: 429 }))
    expect(AgentError.is(thrown, 'model')).toBe(true)
    expect(thrown).toMatchObject({
      kind: 'upstream_rate_limited',
      message: 'The provider is limiting requests.',
      status: 429,
      isRetryable: true,
      retryAfterMs: 1500,
    })
  })

  it.each([
    [400, false],
    [401, false],
    [408, true],
    [409, true],
    [429, true],
    [502, true],
    [529, true],
  ])('R25 reads a %s of something that is no proxy by its status', async (status, isRetryable) => {
    const headers = { 'retry-after': '2' }
    const thrown = await failure(() => new Response('<h1>Gateway</h1>', { status, headers }))
    expect(thrown).toMatchObject({ kind: 'http_error', status, isRetryable, retryAfterMs: 2000 })
  })

  it('says that no proxy is there when its path is not found', async () => {
    const fetch = async () => new Response('<p>Not found</p>', { status: 404 })
    const thrown = createProxyModel({ baseURL: '/api', modelId: 'm', fetch }).doStream({
      prompt: [],
    })
    await expect(thrown).rejects.toThrow('HTTP 404, so no proxy is mounted there.')
  })

  it('R25 turns the bare TypeError of a browser that reached nobody into `network`', async () => {
    const cause = new TypeError('Failed to fetch')
    const thrown = await failure(() => Promise.reject(cause))
    expect(thrown).toMatchObject({ name: 'ModelError', kind: 'network', isRetryable: true, cause })
  })

  it('refuses an answer that is no event stream, such as a login page', async () => {
    const html = { headers: { 'content-type': 'text/html' } }
    expect(await failure(() => new Response('<h1>Sign in</h1>', html))).toMatchObject({
      kind: 'invalid_response',
      isRetryable: false,
      status: 200,
    })
    expect(await failure(() => new Response(null, { status: 204 }))).toMatchObject({
      kind: 'invalid_response',
    })
  })

  it('gives an error inside the stream as a ModelError part', async () => {
    const error = {
      code: 'upstream_overloaded',
      message: 'The provider is overloaded.',
      status: 503,
      retryable: true,
      retryAfterMs: 10,
    }
    const { model } = modelOf(() => eventStream(wire([{ type: 'error', error }])))
    const [part] = await convertReadableStreamToArray((await model.doStream(call)).stream)
    expect(part).toMatchObject({
      type: 'error',
      error: { name: 'ModelError', kind: 'upstream_overloaded', status: 503, isRetryable: true },
    })
  })

  it('R23 ends a cut stream with a `stream_cut` part and no finish', async () => {
    const { model } = modelOf(() => eventStream(parts.slice(0, 7).map(encodePart).join('')))
    const read = await convertReadableStreamToArray((await model.doStream(call)).stream)
    expect(read.slice(0, -1)).toEqual(parts.slice(0, 7))
    expect(read.at(-1)).toMatchObject({ error: { kind: 'stream_cut', isRetryable: true } })
  })

  it('R27 makes no request when its signal is aborted already', async () => {
    const { model, requests } = modelOf(() => eventStream(wire(parts)))
    const reason = new Error('stop')
    const calling = model.doStream({ ...call, abortSignal: AbortSignal.abort(reason) })
    await expect(calling).rejects.toBe(reason)
    expect(requests).toEqual([])
  })

  it('R27 aborts the request at once, before the response', async () => {
    const abort = new AbortController()
    const reason = new Error('stop')
    const { model, requests } = modelOf(
      ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
          abort.abort(reason)
        }),
    )
    await expect(model.doStream({ ...call, abortSignal: abort.signal })).rejects.toBe(reason)
    expect(requests[0]?.signal.aborted).toBe(true)
  })

  it('collects a whole answer for doGenerate', async () => {
    const { model } = modelOf(() => eventStream(wire(parts)))
    expect(await model.doGenerate(call)).toEqual({
      content: [
        { type: 'reasoning', text: 'Hmm', providerMetadata: { openai: { itemId: 'rs_1' } } },
        { type: 'text', text: 'Hello' },
        parts[9],
      ],
      finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
      usage: expect.objectContaining({ outputTokens: { total: 2, text: 2, reasoning: 0 } }),
      response: { id: 'r1', timestamp: new Date(0), modelId: 'gpt-5' },
      warnings: [],
    })
  })

  it('rejects doGenerate when the answer was cut', async () => {
    const { model } = modelOf(() => eventStream(parts.slice(0, 7).map(encodePart).join('')))
    await expect(model.doGenerate(call)).rejects.toMatchObject({ kind: 'stream_cut' })
  })
})

describe('the AI SDK with a model of createProxyModel', () => {
  const refusal = (status: number, retryable: boolean) =>
    Response.json(
      {
        error: {
          code: 'upstream_overloaded',
          message: 'Busy.',
          status,
          retryable,
          retryAfterMs: 1,
        },
      },
      { status },
    )
  const inStream = () =>
    eventStream(
      wire([
        {
          type: 'error',
          error: {
            code: 'upstream_overloaded',
            message: 'Busy.',
            status: 503,
            retryable: true,
            retryAfterMs: 1,
          },
        },
      ]),
    )

  it.each([
    ['a refusal', () => refusal(503, true)],
    ['an error in the stream', inStream],
  ])('retries after %s that may pass', async (_what, fail) => {
    let calls = 0
    const { model } = modelOf(() => (++calls === 1 ? fail() : eventStream(wire(parts))))
    const { text } = await generateText({ model, prompt: 'Hi', maxRetries: 1 })
    expect(text).toBe('Hello')
    expect(calls).toBe(2)
  })

  it('does not retry what a retry cannot fix', async () => {
    const { model, requests } = modelOf(() => refusal(429, false))
    const asking = generateText({ model, prompt: 'Hi', maxRetries: 3 })
    await expect(asking).rejects.toMatchObject({ kind: 'upstream_overloaded', isRetryable: false })
    expect(requests).toHaveLength(1)
  })

  it('finds the status and the time to wait, and no body', async () => {
    const error = await failure(() => refusal(503, true))
    expect(AgentError.is(error, 'model')).toBe(true)
    expect(APICallError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({
      statusCode: 503,
      isRetryable: true,
      responseHeaders: { 'retry-after-ms': '1' },
      requestBodyValues: {},
    })
  })

  it('takes headers as an object, and as a function', async () => {
    for (const headers of [
      { 'x-token': 'a' },
      new Headers({ 'x-token': 'a' }),
      [['x-token', 'a']] as [string, string][],
      async () => ({ 'x-token': 'a' }),
    ]) {
      const { model, requests } = modelOf(() => eventStream(wire(parts)), { headers })
      await model.doStream({ ...call, headers: { 'ambit-api-key': 'k' } })
      expect(requests[0]?.headers.get('x-token')).toBe('a')
      expect(requests[0]?.headers.get('ambit-api-key')).toBe('k')
    }
  })
})
