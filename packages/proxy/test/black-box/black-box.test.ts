import { describe, expect, it } from 'vitest'
import {
  type Answer,
  answerWell,
  codeOf,
  openGateway,
  plantedKey,
  samples,
  ways,
} from '../gateway-under-test.ts'

const [chat, responses, messages, generate] = samples
if (!chat || !responses || !messages || !generate) throw new Error('A sample is missing')

const plain: Answer = (_request, response) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')

describe.each(ways)('a pass-through by the %s', (way) => {
  describe.each(samples)('$name', ({ path, json, events }) => {
    it('P23 gives the bytes of the answer as they came', async () => {
      const { send, log } = await openGateway(way)
      const response = await send(path, { json })
      expect(await response.text()).toBe(events.join(''))
      expect(log).toMatchObject([{ status: 200, code: undefined, bytes: events.join('').length }])
    })

    it('P36 logs tokens, model and times by the names of OpenTelemetry', async () => {
      const { send, log } = await openGateway(way)
      await (await send(path, { json })).text()
      expect(log[0]?.attributes).toMatchObject({
        'gen_ai.operation.name': 'chat',
        'gen_ai.usage.input_tokens': 7,
        'gen_ai.usage.output_tokens': 3,
        'http.response.status_code': 200,
      })
      expect(log[0]).toMatchObject({
        firstByteMs: expect.any(Number),
        subjectHash: /^[0-9a-f]{16}$/,
      })
      expect(JSON.stringify(log)).not.toContain('ada"')
    })

    it('P17 P18 P19 P20 sends the server key alone, in the header of the wire', async () => {
      const { send, received } = await openGateway(way)
      await (
        await send(`${path}?key=mine&api_key=mine`, {
          json,
          headers: { authorization: 'Bearer mine', 'x-api-key': 'mine', 'x-goog-api-key': 'mine' },
        })
      ).text()
      const sent = JSON.stringify(received)
      expect(sent).not.toContain('mine')
      expect(sent.split(plantedKey)).toHaveLength(2)
    })

    it.each(['', 'gpt-4', '__proto__', 'constructor', 'toString', 'GPT-5', 'gpt-5 ', '*'])(
      'P4 refuses the model "%s" before any call',
      async (model) => {
        const inPath = path.replace(/models\/[^:]*/, `models/${encodeURIComponent(model)}`)
        const { send, received } = await openGateway(way)
        const response = await send(inPath, { json: 'model' in json ? { ...json, model } : json })
        expect([403, 404]).toContain(response.status)
        expect(['model_not_allowed', 'unknown_route']).toContain(await codeOf(response))
        expect(received).toEqual([])
      },
    )

    it('P25 breaks when the provider breaks off', async () => {
      const { send, log } = await openGateway(way, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(events[0], () => response.destroy())
      })
      const response = await send(path, { json })
      await expect(response.text()).rejects.toThrow()
      expect(log).toMatchObject([{ code: 'upstream_cut' }])
    })

    it('P25 breaks when the provider ends without its last event', async () => {
      const { send, log } = await openGateway(way, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(events[0])
      })
      await expect((await send(path, { json })).text()).rejects.toThrow()
      expect(log).toMatchObject([{ code: 'upstream_cut' }])
    })

    it.each([301, 302, 303, 307, 308])('P29 follows no %s', async (status) => {
      const { send, received } = await openGateway(way, (_request, response) => {
        response.writeHead(status, { location: '/elsewhere' }).end()
      })
      const response = await send(path, { json })
      expect(response.status).toBe(502)
      expect(response.headers.has('location')).toBe(false)
      expect(await codeOf(response)).toBe('upstream_redirect')
      expect(received).toHaveLength(1)
    })

    it.each(['text/html', 'application/json', 'text/plain', ''])(
      'P30 does not pass on a stream of the type "%s"',
      async (type) => {
        const { send } = await openGateway(way, (_request, response) => {
          response
            .writeHead(200, type ? { 'content-type': type } : {})
            .end('<title>Sign in</title>')
        })
        const response = await send(path, { json })
        expect(response.status).toBe(502)
        expect(await codeOf(response)).toBe('upstream_bad_content')
      },
    )

    it('P32 takes an error in the first event for a refusal, and gives none of its text', async () => {
      const { send } = await openGateway(way, (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(
          `data: {"type":"error","error":{"type":"overloaded_error","message":"${plantedKey}"}}\n\n`,
        )
      })
      const response = await send(path, { json })
      expect(response.status).toBe(503)
      expect(await response.text()).not.toContain(plantedKey.slice(0, 6))
    })

    it('P8 sends the ceiling of the server, whatever the client asks', async () => {
      const { send, received } = await openGateway(way, answerWell, {}, { maxOutputTokens: 50 })
      const big = {
        ...json,
        ...('contents' in json && {
          generationConfig: { maxOutputTokens: 9_999, candidateCount: 8 },
        }),
        ...('input' in json && { max_output_tokens: 9_999 }),
        ...('messages' in json && { max_tokens: 9_999 }),
      }
      for (const body of [json, big]) await (await send(path, { json: body })).text()
      for (const { body } of received) {
        const config = (body['generationConfig'] ?? body) as Record<string, unknown>
        const limits = Object.entries(config).filter(([name]) => name.startsWith('max'))
        expect(limits.length).toBeGreaterThan(0)
        for (const [, limit] of limits) expect(limit).toBeLessThanOrEqual(64)
        expect(config).not.toHaveProperty('candidateCount')
      }
    })

    it('P9 puts the instructions of the server in the place of the client’s', async () => {
      const { send, received } = await openGateway(
        way,
        answerWell,
        {},
        { instructions: 'Be kind.' },
      )
      await (await send(path, { json })).text()
      expect(JSON.stringify(received[0]?.body)).toContain('Be kind.')
    })
  })

  const forbidden = [
    'authorization',
    'x-api-key',
    'x-goog-api-key',
    'api-key',
    'cookie',
    'referer',
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'openai-organization',
    'openai-project',
    'openai-beta',
    'x-stainless-lang',
    'anthropic-beta',
    'anthropic-version',
    'anthropic-dangerous-direct-browser-access',
    'x-upstream-url',
    'x-portkey-custom-host',
    'x-http-method-override',
    'x-goog-user-project',
    'via',
    'from',
    'dnt',
  ]
  it.each(forbidden)('P17 P19 lets no client header %s through', async (name) => {
    const { send, received } = await openGateway(way)
    for (const { path, json } of samples) {
      const headers = { 'sec-fetch-site': 'same-origin', [name]: 'from-client' }
      await (await send(path, { json, headers })).text()
    }
    expect(received).toHaveLength(samples.length)
    expect(JSON.stringify(received)).not.toContain('from-client')
    expect(JSON.stringify(received)).not.toContain('sec-fetch-site')
  })

  it.each([
    'api_base',
    'base_url',
    'baseURL',
    'host',
    'url',
    'upstream_url',
    'api_key',
    'provider',
    'azure_endpoint',
    'proxy',
    'custom_llm_provider',
    'extra_headers',
  ])('P2 refuses the field %s', async (field) => {
    const { send, received } = await openGateway(way)
    for (const { path, json } of samples) {
      const response = await send(path, { json: { ...json, [field]: 'http://evil.example' } })
      expect(response.status).toBe(400)
      expect(await codeOf(response)).toBe('invalid_request')
    }
    expect(received).toEqual([])
  })

  it.each([
    '/openai',
    '/openai/',
    '/openai/models',
    '/openai/files',
    '/openai//chat/completions',
    '/openai/chat/completions/',
    '/openai/chat/completions.',
    '/openai/chat%2fcompletions',
    '/openai/v1/v1/chat/completions',
    '/openai/__proto__',
    '/__proto__/chat/completions',
    '/constructor/chat/completions',
    '/OPENAI/chat/completions',
    '/anthropic/messages/batches',
    '/anthropic/complete',
    '/google/models',
    '/google/models/gemini-2.5-flash:embedContent',
    '/google/models/gemini-2.5-flash%2f..:generateContent',
    '/google/v1/models/x:y',
    '/mine/responses',
    '/mcp/x',
    '/openai/chat/completions%00',
  ])('P3 knows no route %s', async (path) => {
    const { send, received } = await openGateway(way)
    const response = await send(path, { json: chat.json })
    expect(response.status).toBe(404)
    expect(await codeOf(response)).toBe('unknown_route')
    expect(received).toEqual([])
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'])('P5 takes no %s', async (method) => {
    const { send, received } = await openGateway(way)
    for (const { path } of samples) expect((await send(path, { method })).status).toBe(405)
    expect(received).toEqual([])
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
    ' ',
  ])('P5 P12 refuses a body of the type "%s", which a form could send', async (type) => {
    const { send } = await openGateway(way)
    const headers = { 'content-type': type }
    expect((await send(chat.path, { json: chat.json, headers })).status).toBe(415)
  })

  it.each([
    ['no JSON', '{'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a number', '7'],
    ['a key __proto__', '{"model":"gpt-5","messages":[{"__proto__":{}}]}'],
    [
      'a key constructor.prototype',
      '{"model":"gpt-5","messages":[{"constructor":{"prototype":1}}]}',
    ],
    ['no messages', '{"model":"gpt-5"}'],
    ['too many messages', JSON.stringify({ ...chat.json, messages: Array(2001).fill(1) })],
    ['too many tools', JSON.stringify({ ...chat.json, tools: Array(257).fill(1) })],
    ['too deep nesting', `{"model":"gpt-5","messages":${'['.repeat(65)}${']'.repeat(65)}}`],
  ])('P7 refuses a body that is %s', async (_what, body) => {
    const { send, received } = await openGateway(way)
    const response = await send(chat.path, { body })
    expect([400, 403]).toContain(response.status)
    await response.text()
    expect(received).toEqual([])
  })

  it('P6 refuses a body over the cap', async () => {
    const { send, received } = await openGateway(way, answerWell, { bytes: { request: 1_000 } })
    const json = { ...chat.json, stop: 'x'.repeat(1_000) }
    const response = await send(chat.path, { json })
    expect(response.status).toBe(413)
    await response.text()
    expect(received).toEqual([])
  })

  it.each([
    [chat, { tools: [{ type: 'web_search' }] }],
    [responses, { tools: [{ type: 'web_search' }] }],
    [responses, { tools: [{ type: 'code_interpreter' }] }],
    [responses, { tools: [{ type: 'mcp', server_url: 'https://evil.example' }] }],
    [responses, { tools: [{ type: 'file_search' }] }],
    [responses, { tools: [{ type: 'computer_use_preview' }] }],
    [messages, { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    [messages, { tools: [{ type: 'code_execution_20250825', name: 'c' }] }],
    [generate, { tools: [{ googleSearch: {} }] }],
    [generate, { tools: [{ google_search: {} }] }],
    [generate, { tools: [{ codeExecution: {} }] }],
    [generate, { tools: [{ urlContext: {}, functionDeclarations: [] }] }],
  ])('P8 refuses a hosted tool: $name %j', async ({ path, json }, fields) => {
    const { send, received } = await openGateway(way)
    const response = await send(path, { json: { ...json, ...fields } })
    expect(response.status).toBe(403)
    expect(await codeOf(response)).toBe('tool_not_allowed')
    expect(received).toEqual([])
  })

  it.each([
    [chat, { n: 100 }],
    [chat, { web_search_options: {} }],
    [chat, { functions: [] }],
    [responses, { background: true }],
    [responses, { previous_response_id: 'resp_1' }],
    [responses, { conversation: 'conv_1' }],
    [responses, { prompt: { id: 'pmpt_1' } }],
    [responses, { input: [{ type: 'item_reference', id: 'rs_1' }] }],
    [responses, { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] }],
    [chat, { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }] }],
    [messages, { container: 'c' }],
    [messages, { mcp_servers: [] }],
    [messages, { service_tier: 'priority' }],
    [
      messages,
      {
        messages: [
          { role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: 'f' } }] },
        ],
      },
    ],
    [generate, { cachedContent: 'c' }],
    [generate, { generation_config: { max_output_tokens: 9_999 } }],
    [generate, { system_instruction: {} }],
    [generate, { contents: [{ role: 'user', parts: [{ fileData: { fileUri: 'x' } }] }] }],
    [generate, { contents: [{ role: 'user', parts: [{ file_data: { file_uri: 'x' } }] }] }],
    [generate, { systemInstruction: { parts: [{ fileData: { fileUri: 'x' } }] } }],
    [
      generate,
      {
        contents: [
          {
            role: 'user',
            parts: [{ functionResponse: { name: 'f', parts: [{ fileData: { fileUri: 'x' } }] } }],
          },
        ],
      },
    ],
    [
      messages,
      {
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'document',
                source: {
                  type: 'content',
                  content: [{ type: 'image', source: { type: 'file', file_id: 'f' } }],
                },
              },
            ],
          },
        ],
      },
    ],
    [
      responses,
      {
        input: [
          {
            type: 'function_call_output',
            call_id: 'c',
            output: [{ type: 'input_image', file_id: 'f' }],
          },
        ],
      },
    ],
    [
      responses,
      { input: [{ type: 'computer_call_output', call_id: 'c', output: { file_id: 'f' } }] },
    ],
    [chat, { messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }],
  ])('P8 refuses what reaches further than a call: $name %j', async ({ path, json }, fields) => {
    const { send, received } = await openGateway(way)
    const response = await send(path, { json: { ...json, ...fields } })
    expect(response.status).toBe(400)
    await response.text()
    expect(received).toEqual([])
  })

  const privateUrl = 'http://169.254.169.254/latest'
  it.each([
    [
      chat,
      {
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: privateUrl } }] },
        ],
      },
    ],
    [
      responses,
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: privateUrl }] }] },
    ],
    [
      responses,
      { input: [{ role: 'user', content: [{ type: 'input_file', file_url: privateUrl }] }] },
    ],
    [
      messages,
      {
        messages: [
          {
            role: 'user',
            content: [
              {
                type: 'tool_result',
                tool_use_id: 'c',
                content: [{ type: 'image', source: { type: 'url', url: privateUrl } }],
              },
            ],
          },
        ],
      },
    ],
  ])('P38 refuses the URL of a private file: $name %j', async ({ path, json }, fields) => {
    const { send, received } = await openGateway(way)
    const response = await send(path, { json: { ...json, ...fields } })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('private network')
    expect(received).toEqual([])
    const open = await openGateway(way, undefined, {}, { allowPrivateUrls: true })
    await (await open.send(path, { json: { ...json, ...fields } })).text()
    expect(open.received).toHaveLength(1)
  })

  it('P38 P8 passes what only looks like a file: data of tools', async () => {
    const { send, received } = await openGateway(way)
    const input = { url: 'http://localhost:3000', source: { url: privateUrl }, file_id: 'f' }
    const content = [{ type: 'tool_use', id: 'c', name: 'open', input }]
    const { path, json } = messages
    const turn = { role: 'assistant', content }
    await (await send(path, { json: { ...json, messages: [turn] } })).text()
    const call = { functionCall: { name: 'open', args: { fileData: { fileUri: privateUrl } } } }
    const result = { functionResponse: { name: 'open', response: { file_id: 'f' } } }
    const contents = [{ role: 'model', parts: [call, result] }]
    await (await send(generate.path, { json: { contents } })).text()
    expect(received).toHaveLength(2)
  })

  it.each([[[]], ['x'], [1], [null], [{}], [{ model: 7 }], [{ model: null }]])(
    'P7 says that a body is not a request: %j',
    async (json) => {
      const { send, received } = await openGateway(way)
      for (const { path } of samples.filter(({ name }) => name !== 'Google')) {
        const response = await send(path, { json })
        expect(response.status).toBe(400)
        expect(await codeOf(response)).toBe('invalid_request')
      }
      expect(received).toEqual([])
    },
  )

  it('P8 asks OpenAI for usage and to store nothing, and names nobody', async () => {
    const { send, received } = await openGateway(way)
    const extra = { user: 'ada', metadata: { a: 'b' }, store: true }
    for (const { path, json } of samples.slice(0, 3)) {
      await (await send(path, { json: { ...json, ...extra } })).text()
    }
    for (const { body } of received) {
      expect(body).not.toHaveProperty('user')
      expect(body).not.toHaveProperty('metadata')
      expect(body['store'] ?? false).toBe(false)
    }
    expect(received[0]?.body).toMatchObject({ stream_options: { include_usage: true } })
    expect(received[1]?.body).toMatchObject({ store: false })
  })

  it.each([
    [400, 'upstream_rejected', 400],
    [401, 'upstream_unauthorized', 502],
    [402, 'upstream_rejected', 400],
    [403, 'upstream_unauthorized', 502],
    [404, 'upstream_rejected', 400],
    [408, 'upstream_timeout', 504],
    [409, 'upstream_error', 502],
    [413, 'body_too_large', 413],
    [422, 'upstream_rejected', 400],
    [429, 'upstream_rate_limited', 429],
    [500, 'upstream_error', 502],
    [502, 'upstream_error', 502],
    [503, 'upstream_overloaded', 503],
    [504, 'upstream_timeout', 504],
    [529, 'upstream_overloaded', 503],
  ])(
    'P32 turns a provider’s %i into %s, without its text',
    async (upstreamStatus, code, status) => {
      const { send, log } = await openGateway(way, (_request, response) => {
        response.writeHead(upstreamStatus, {
          'content-type': 'application/json',
          'x-org': plantedKey,
        })
        response.end(JSON.stringify({ error: { message: plantedKey } }))
      })
      const response = await send(chat.path, { json: chat.json })
      expect(response.status).toBe(status)
      const text = await response.text()
      expect(text).toContain(`"${code}"`)
      expect(log).toMatchObject([{ status, code, upstreamStatus }])
      expect(text + JSON.stringify([[...response.headers], log])).not.toContain(
        plantedKey.slice(0, 6),
      )
    },
  )

  it('P32 P33 says how long to wait, and when waiting is of no use', async () => {
    const { send } = await openGateway(way, (_request, response) => {
      response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' })
      response.end('{"error":{"type":"enforced_spend_limit_reached"}}')
    })
    const response = await send(messages.path, { json: messages.json })
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toMatchObject({ error: { retryable: false, retryAfterMs: 7000 } })
  })

  it.each([
    'set-cookie',
    'server',
    'cf-ray',
    'openai-organization',
    'anthropic-organization-id',
    'access-control-allow-origin',
    'content-security-policy',
    'x-request-id',
    'alt-svc',
    'x-ratelimit-remaining-tokens',
    'strict-transport-security',
    'x-powered-by',
  ])('P21 keeps the provider’s %s', async (name) => {
    const { send } = await openGateway(way, (request, response) => {
      response.setHeader(name, 'from-provider')
      answerWell(request, response)
    })
    const response = await send(chat.path, { json: chat.json })
    await response.text()
    expect(JSON.stringify([...response.headers])).not.toContain('from-provider')
  })

  it('P21 gives what is left of the rate where it is told to', async () => {
    const { send } = await openGateway(
      way,
      (request, response) => {
        response.setHeader('x-ratelimit-remaining-tokens', '12')
        answerWell(request, response)
      },
      {},
      { exposeRateLimits: true },
    )
    const response = await send(chat.path, { json: chat.json })
    await response.text()
    expect(response.headers.get('x-ratelimit-remaining-tokens')).toBe('12')
  })

  it('P21 P22 says itself how an answer may be handled', async () => {
    const { send } = await openGateway(way)
    for (const { path, json } of samples) {
      const response = await send(path, { json })
      await response.text()
      expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
      expect(response.headers.get('x-accel-buffering')).toBe('no')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.has('content-encoding')).toBe(false)
    }
  })

  it('passes on an answer that is not streamed, and reads its usage', async () => {
    const body = '{"choices":[],"usage":{"prompt_tokens":4,"completion_tokens":2}}'
    const { send, log } = await openGateway(way, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const response = await send(chat.path, { json: { ...chat.json, stream: false } })
    expect(await response.text()).toBe(body)
    expect(log[0]?.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 4 })
  })

  it('P20 forces events for Google’s streams, and drops a key in the query', async () => {
    const { send, received } = await openGateway(way, answerWell)
    await (await send(`${generate.path}?key=mine&alt=json`, { json: generate.json })).text()
    expect(received[0]?.url).toBe('/v1/models/gemini-2.5-flash:streamGenerateContent?alt=sse')
  })

  it('P19 sends the betas of the list alone, and a pinned version', async () => {
    const { send, received } = await openGateway(way, answerWell, {}, { allowBetas: ['good-1'] })
    const headers = { 'anthropic-beta': 'good-1, evil-2', 'anthropic-version': '1999-01-01' }
    await (await send(messages.path, { json: messages.json, headers })).text()
    expect(received[0]?.headers).toMatchObject({
      'anthropic-beta': 'good-1',
      'anthropic-version': '2023-06-01',
    })
  })

  it('P19 P11 tells no provider of the page that asks, and the page of itself alone', async () => {
    const origin = 'https://page.example'
    const origins = [origin, 'https://other.example']
    const { send, received } = await openGateway(way, answerWell, { origins })
    for (const { path, json } of samples) {
      const headers = { origin, 'anthropic-dangerous-direct-browser-access': 'true' }
      const response = await send(path, { json, headers })
      await response.text()
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(response.headers.get('vary')).toBe('Origin')
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    }
    expect(received).toHaveLength(samples.length)
    expect(JSON.stringify(received)).not.toMatch(/page\.example|dangerous/)
  })

  it('P18 gives Azure its key as `api-key`, and OpenAI the server’s organization', async () => {
    const azure = { keyHeader: 'api-key', organization: 'org-1', project: 'proj-1' } as const
    const { send, received } = await openGateway(way, answerWell, {}, azure)
    await (await send(chat.path, { json: chat.json })).text()
    expect(received[0]?.headers).toMatchObject({
      'api-key': plantedKey,
      'openai-organization': 'org-1',
      'openai-project': 'proj-1',
    })
    expect(received[0]?.headers).not.toHaveProperty('authorization')
  })

  it('P31 breaks off an answer over the cap', async () => {
    const { send, log } = await openGateway(way, answerWell, { bytes: { response: 20 } })
    await expect((await send(chat.path, { json: chat.json })).text()).rejects.toThrow()
    expect(log).toMatchObject([{ code: 'upstream_too_large' }])
  })

  it('P32 breaks off at an error in the middle, and gives none of its text', async () => {
    const { send, log } = await openGateway(way, (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chat.events[0], () => {
        response.end(`data: {"error":{"message":"${plantedKey}"}}\n\n`)
      })
    })
    const response = await send(chat.path, { json: chat.json })
    await expect(response.text()).rejects.toThrow()
    expect(log).toMatchObject([{ code: 'upstream_error' }])
  })

  it('P9 refuses a tool that is not one of the server’s', async () => {
    const { send, received } = await openGateway(way, plain, {}, { allowTools: { good: true } })
    const named = (name: string) => ({ type: 'function', function: { name, parameters: {} } })
    const ask = (name: string) =>
      send(chat.path, { json: { ...chat.json, stream: false, tools: [named(name)] } })
    expect(await codeOf(await ask('evil'))).toBe('tool_not_allowed')
    expect((await ask('good')).status).toBe(200)
    expect(received).toHaveLength(1)
  })
})
