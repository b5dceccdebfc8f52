import { afterEach, describe, expect, it, vi } from 'vitest'
import { event, fakeMcp, type FakeMcp, json, RpcError } from '../../test/fake-mcp.ts'
import type { HttpWireOptions } from './http-sender.ts'
import { HttpWire } from './http-wire.ts'
import type { McpError } from './mcp-error.ts'
import type { McpObject } from './mcp-wire.ts'

afterEach(() => void vi.useRealTimers())

const never = new AbortController().signal

function wireTo(server: FakeMcp, options: Partial<HttpWireOptions> = {}): HttpWire {
  return new HttpWire({
    url: 'https://tickets.example/mcp',
    label: 'Tickets',
    timeoutMs: 60_000,
    fetch: server.fetch,
    capabilities: { elicitation: { form: {}, url: {} } },
    onNotice: () => undefined,
    ...options,
  })
}

async function connected(server: FakeMcp, options?: Partial<HttpWireOptions>): Promise<HttpWire> {
  const wire = wireTo(server, options)
  await wire.connect(never)
  return wire
}

const failureOf = (promise: Promise<unknown>): Promise<McpError> =>
  promise.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: McpError) => error,
  )

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Returns a response whose body comes in these pieces. */
const inPieces = (pieces: readonly Uint8Array[], type = 'text/event-stream'): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    }),
    { headers: { 'content-type': type } },
  )

/** Returns an answer that stays open until its signal aborts, as `fetch` does it. */
function openAnswer(signal: AbortSignal | undefined) {
  let send = (_message: McpObject): void => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason))
      send = (message) => controller.enqueue(bytes(event(message)))
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  return { response: new Response(body, { headers }), send }
}

describe('HttpWire', () => {
  it('1 finds a server without sessions with one request', async () => {
    const server = fakeMcp({ instructions: 'Be kind.' })
    const hello = await wireTo(server).connect(never)
    expect(server.methods()).toEqual(['server/discover'])
    expect(hello).toMatchObject({
      protocolVersion: '2026-07-28',
      instructions: 'Be kind.',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'tickets' } },
    })
    expect(server.requests[0]?.params).toMatchObject({
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {}, url: {} } },
      },
    })
  })

  it('1 finds a server with sessions with one request more', async () => {
    const server = fakeMcp({ era: 'legacy' })
    const wire = wireTo(server)
    const hello = await wire.connect(never)
    expect(server.methods()).toEqual(['server/discover', 'initialize', 'notifications/initialized'])
    expect(hello['protocolVersion']).toBe('2025-11-25')
    await wire.request('tools/list')
    const { headers, params } = server.requests.at(-1) ?? {}
    expect(headers?.get('mcp-protocol-version')).toBe('2025-11-25')
    expect(headers?.has('mcp-method')).toBe(false)
    expect(params).toEqual({})
  })

  it.each([
    ['text', () => new Response('no', { status: 400 })],
    ['404', () => new Response(null, { status: 404 })],
    ['405', () => new Response(null, { status: 405 })],
    ['an answer of another kind', () => json({ jsonrpc: '2.0', id: 1, result: { tools: [] } })],
  ])('1 takes a server that answers the first request with %s as an older one', async (_, make) => {
    const server = fakeMcp({ era: 'legacy' })
    server.intercept = ({ method }) => (method === 'server/discover' ? make() : undefined)
    expect((await wireTo(server).connect(never))['protocolVersion']).toBe('2025-11-25')
  })

  it('1 fails for a revision that it does not know, and for a server that is broken', async () => {
    const server = fakeMcp({
      era: 'legacy',
      handlers: { initialize: () => ({ protocolVersion: '1999' }) },
    })
    expect(await failureOf(wireTo(server).connect(never))).toMatchObject({
      kind: 'invalid_answer',
      message: expect.stringContaining('"1999"') as string,
    })
    server.intercept = () => new Response('<html>', { status: 502 })
    const error = await failureOf(wireTo(server).connect(never))
    expect(error).toMatchObject({ kind: 'http_error', status: 502 })
    expect(error.message).not.toContain('html')
  })

  it('2 reads an answer as events with comments and CRLF, cut at every byte', async () => {
    const server = fakeMcp()
    const wire = await connected(server)
    const result = { text: 'Grüße, 😀' }
    for (const end of ['\n', '\r\n', '\r']) {
      const id = Number(server.requests.at(-1)?.id) + 1
      const lines = [': hello', 'event: message', `data: ${JSON.stringify({ id, result })}`, '', '']
      const whole = bytes(lines.join(end) + (end === '\r' ? ': end\r' : ''))
      for (let at = 0; at <= whole.length; at++) {
        server.intercept = ({ id: own }) => {
          const text = new TextDecoder().decode(whole).replace(`"id":${id}`, `"id":${own}`)
          const all = bytes(text)
          return inPieces([all.slice(0, at), all.slice(at)])
        }
        expect(await wire.request('x')).toEqual(result)
      }
    }
  })

  it('2 reads one JSON, cut at every byte', async () => {
    const server = fakeMcp()
    const wire = await connected(server)
    for (let at = 0; at < 60; at++) {
      server.intercept = ({ id }) => {
        const all = bytes(JSON.stringify({ jsonrpc: '2.0', id, result: { text: 'Grüße' } }))
        return inPieces([all.slice(0, at), all.slice(at)], 'application/json; charset=utf-8')
      }
      expect(await wire.request('x')).toEqual({ text: 'Grüße' })
    }
  })

  it.each([
    ['half a stream', () => inPieces([bytes('data: {"id":')]), 'stream_cut'],
    ['an empty body', () => new Response(null), 'invalid_answer'],
    ['no answer to wait for', () => new Response(null, { status: 202 }), 'invalid_answer'],
    [
      'a login page',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      'invalid_answer',
    ],
    [
      'another call’s answer',
      () => json({ jsonrpc: '2.0', id: 999, result: {} }),
      'invalid_answer',
    ],
    ['an answer without an id', () => json({ jsonrpc: '2.0', result: {} }), 'invalid_answer'],
    [
      'a result that is none',
      ({ id }: { id?: number | undefined }) => json({ id, result: 'yes' }),
      'invalid_answer',
    ],
    ['10 MB of JSON', () => new Response('x'.repeat(10_000_000)), 'too_large'],
    [
      '10 MB in one event',
      () => inPieces(Array.from({ length: 10 }, () => bytes('x'.repeat(1_000_000)))),
      'too_large',
    ],
  ])('2 fails with a kind for %s', async (_, make, kind) => {
    const server = fakeMcp()
    const wire = await connected(server)
    server.intercept = make
    expect(await failureOf(wire.request('tools/call', { name: 'x' }))).toMatchObject({ kind })
  })

  it.each(['application/json', 'text/event-stream'])(
    'takes no answer of more than 100 levels, as %s',
    async (type) => {
      const server = fakeMcp()
      const wire = await connected(server)
      const deep = '['.repeat(20_000) + ']'.repeat(20_000)
      server.intercept = ({ id }) => {
        const answer = `{"jsonrpc":"2.0","id":${id},"result":{"structuredContent":${deep}}}`
        const isStream = type === 'text/event-stream'
        return new Response(isStream ? `data: ${answer}\n\n` : answer, {
          headers: { 'content-type': type },
        })
      }
      const failed = await failureOf(wire.request('tools/call', { name: 'a' }))
      expect(failed.name).toBe('McpError')
      server.intercept = undefined
      expect(await wire.request('tools/list')).toMatchObject({ tools: [] })
    },
  )

  it('2 reads a long stream of small events', async () => {
    const server = fakeMcp()
    const wire = await connected(server)
    const note = bytes(
      event({ method: 'notifications/message', params: { data: 'x'.repeat(1e6) } }),
    )
    server.intercept = ({ id }) =>
      inPieces([...Array.from({ length: 10 }, () => note), bytes(event({ id, result: { ok: 1 } }))])
    expect(await wire.request('x')).toEqual({ ok: 1 })
  })

  it('3 keeps the session, and fails with the status once it is over', async () => {
    const server = fakeMcp({ era: 'legacy' })
    const wire = await connected(server)
    await wire.request('tools/list')
    expect(server.requests.at(-1)?.headers.get('mcp-session-id')).toBe('s1')
    server.session = 'gone'
    expect(await failureOf(wire.request('tools/list'))).toMatchObject({ status: 404 })
    expect(wire.session).toBe('s1')
  })

  it('4 names the method and the thing, in base64 if it is not plain text', async () => {
    const server = fakeMcp({ handlers: { 'resources/read': () => ({}) } })
    const wire = await connected(server)
    await wire.request('tools/call', { name: 'search' }, { headers: { 'mcp-param-region': 'eu' } })
    const { headers } = server.requests.at(-1) ?? {}
    expect(headers?.get('mcp-method')).toBe('tools/call')
    expect(headers?.get('mcp-name')).toBe('search')
    expect(headers?.get('mcp-param-region')).toBe('eu')
    expect(headers?.get('mcp-protocol-version')).toBe('2026-07-28')
    for (const uri of ['x://Grüße', ' x', '', '=?base64?eA==?=', 'a\nb']) {
      await wire.request('resources/read', { uri })
      const encoded = `=?base64?${Buffer.from(uri).toString('base64')}?=`
      expect(server.requests.at(-1)?.headers.get('mcp-name')).toBe(encoded)
    }
  })

  it('8 closes the stream of a call that is cancelled', async () => {
    const server = fakeMcp()
    const wire = await connected(server)
    server.intercept = ({ signal }) => openAnswer(signal).response
    const stop = new AbortController()
    const call = failureOf(wire.request('tools/call', { name: 'x' }, { signal: stop.signal }))
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    stop.abort(new Error('enough'))
    expect(await call).toMatchObject({ message: 'enough' })
    expect(server.requests.at(-1)?.signal?.aborted).toBe(true)
    expect(server.methods()).not.toContain('notifications/cancelled')
  })

  it('8 tells a server with sessions that a call is cancelled', async () => {
    const server = fakeMcp({
      era: 'legacy',
      handlers: {
        'tools/call': (_, { seen }) =>
          new Promise((_resolve, reject) =>
            seen.signal?.addEventListener('abort', () => reject(seen.signal?.reason as Error)),
          ),
      },
    })
    const wire = await connected(server)
    const stop = new AbortController()
    const call = failureOf(wire.request('tools/call', { name: 'x' }, { signal: stop.signal }))
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    const { id } = server.requests.at(-1) ?? {}
    stop.abort(new Error('enough'))
    expect(await call).toMatchObject({ message: 'enough' })
    await vi.waitFor(() => expect(server.methods()).toContain('notifications/cancelled'))
    expect(server.requests.at(-1)?.params).toEqual({ requestId: id })
  })

  it('fails after a long silence, which a waiting user does not count for', async () => {
    vi.useFakeTimers()
    const server = fakeMcp()
    const wire = await connected(server)
    let ask = (): void => undefined
    server.intercept = ({ signal }) => {
      const { response, send } = openAnswer(signal)
      ask = () => send({ id: 'q', method: 'elicitation/create', params: {} })
      return response
    }
    let answer = (): void => undefined
    const onInput = () =>
      new Promise<unknown>((resolve) => (answer = () => resolve({ action: 'cancel' })))
    const call = failureOf(wire.request('tools/call', { name: 'x' }, { onInput }))
    await vi.advanceTimersByTimeAsync(10_000)
    ask()
    await vi.advanceTimersByTimeAsync(300_000)
    server.intercept = undefined
    answer()
    await vi.advanceTimersByTimeAsync(130_000)
    expect(await call).toMatchObject({ kind: 'timeout' })
  })

  it.each(['headers', 'auth', 'onUnauthorized'])(
    '9 waits for `%s` of the page no longer than for a server',
    async (part) => {
      const server = fakeMcp()
      const forever = () => new Promise<never>(() => undefined)
      const auth = { headers: () => ({}), onUnauthorized: () => false, signIn: forever }
      if (part === 'onUnauthorized') server.intercept = () => new Response(null, { status: 401 })
      const wire = wireTo(server, {
        timeoutMs: 50,
        auth: {
          ...auth,
          ...(part === 'auth' && { headers: forever }),
          ...(part === 'onUnauthorized' && { onUnauthorized: forever }),
        },
        ...(part === 'headers' && { headers: forever }),
      })
      expect(await failureOf(wire.connect(never))).toMatchObject({
        kind: 'timeout',
        message: expect.stringContaining('`headers` or `auth` for Tickets') as string,
      })
    },
  )

  it('16 answers at most 8 times, and gives the state back byte for byte', async () => {
    const requestState = '{"a": 1,\t"ü":"\\u0000"}'
    let rounds = 0
    const server = fakeMcp({
      handlers: {
        'tools/call': () => {
          rounds++
          const inputRequests = {
            q: { method: 'elicitation/create', params: { message: 'Where?' } },
          }
          return { resultType: 'input_required', inputRequests, requestState }
        },
      },
    })
    const wire = await connected(server)
    const onInput = vi.fn(async () => ({ action: 'accept', content: { street: 'Main' } }))
    const error = await failureOf(wire.request('tools/call', { name: 'x' }, { onInput }))
    expect(error.message).toContain('more than 8')
    expect(rounds).toBe(9)
    expect(server.requests.at(-1)?.params).toMatchObject({
      name: 'x',
      requestState,
      inputResponses: { q: { action: 'accept', content: { street: 'Main' } } },
    })
    const ids = server.requests.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('17, 19 a server that asks outside of a call is cancelled, and for a sample refused', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const server = fakeMcp({ era: 'legacy' })
    const wire = await connected(server)
    const stop = new AbortController()
    const listening = failureOf(wire.listen(stop.signal))
    await vi.waitFor(() => expect(server.openStreams).toBe(1))
    server.tell({ id: 1, method: 'elicitation/create', params: { message: 'Your password?' } })
    server.tell({ id: 2, method: 'sampling/createMessage', params: {} })
    server.tell({ id: 3, method: 'ping' })
    await vi.waitFor(() =>
      expect(
        server.requests.filter(({ body }) => 'result' in body || 'error' in body),
      ).toHaveLength(3),
    )
    const answers = Object.fromEntries(server.requests.map(({ id, body }) => [id, body]))
    expect(answers[1]).toMatchObject({ result: { action: 'cancel' } })
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Tickets asked'))
    warn.mockRestore()
    expect(answers[2]).toMatchObject({ error: { code: -32_601 } })
    expect(answers[3]).toMatchObject({ result: {} })
    // A flood is not answered in full.
    for (let id = 10; id < 500; id++) server.tell({ id, method: 'ping' })
    server.tell({ method: 'notifications/tools/list_changed' })
    await vi.waitFor(() => expect(server.methods().length).toBeGreaterThan(100))
    stop.abort(new Error('over'))
    await listening
    expect(server.requests.filter(({ body }) => 'result' in body).length).toBeLessThanOrEqual(100)
  })

  it('4 gives a question apart from calls to the only call that is open', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const server = fakeMcp({
      era: 'legacy',
      handlers: { 'tools/call': () => new Promise(() => undefined) },
    })
    const wire = await connected(server)
    const stop = new AbortController()
    const listening = failureOf(wire.listen(stop.signal))
    await vi.waitFor(() => expect(server.openStreams).toBe(1))
    const onInput = vi.fn(async () => ({ action: 'accept', content: { n: 1 } }))
    const question = { method: 'elicitation/create', params: { message: 'How many?' } }
    const answerTo = (id: number) =>
      vi.waitFor(() => {
        const found = server.requests.find((one) => one.id === id && 'result' in one.body)
        if (!found) throw new Error('No answer yet.')
        return found.body['result']
      })
    void wire.request('tools/call', { name: 'a' }, { onInput })
    // One that nobody can be asked in does not count.
    void wire.request('tools/call', { name: 'list' })
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    server.tell({ id: 900, ...question })
    expect(await answerTo(900)).toEqual({ action: 'accept', content: { n: 1 } })
    expect(warn).not.toHaveBeenCalled()
    void wire.request('tools/call', { name: 'b' }, { onInput })
    server.tell({ id: 901, ...question })
    server.tell({ id: 902, ...question })
    expect(await answerTo(901)).toEqual({ action: 'cancel' })
    expect(await answerTo(902)).toEqual({ action: 'cancel' })
    expect(onInput).toHaveBeenCalledOnce()
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('Tickets asked'))
    warn.mockRestore()
    stop.abort(new Error('over'))
    await listening
  })

  it('18 gives each question to its own call', async () => {
    const server = fakeMcp({
      handlers: {
        'tools/call': ({ name, inputResponses }) =>
          inputResponses
            ? { content: [], structuredContent: inputResponses }
            : {
                resultType: 'input_required',
                inputRequests: { q: { method: 'elicitation/create', params: { message: name } } },
              },
      },
    })
    const wire = await connected(server)
    const calls = ['a', 'b'].map((name) =>
      wire.request(
        'tools/call',
        { name },
        { onInput: async ({ params }) => `${name} got ${String(params['message'])}` },
      ),
    )
    expect((await Promise.all(calls)).map((result) => result['structuredContent'])).toEqual([
      { q: 'a got a' },
      { q: 'b got b' },
    ])
  })

  it('hears of changes until it is over, and is told if the server knows no such thing', async () => {
    const server = fakeMcp()
    const onNotice = vi.fn<(method: string) => void>()
    const wire = await connected(server, { onNotice })
    const listening = wire.listen(never)
    await vi.waitFor(() => expect(server.openStreams).toBe(1))
    server.tell({ method: 'notifications/tools/list_changed' })
    server.cut()
    expect(await listening).toBe(true)
    expect(onNotice).toHaveBeenCalledWith('notifications/tools/list_changed')
    server.intercept = ({ id }) => json({ id, error: { code: -32_601, message: 'no' } })
    expect(await wire.listen(never)).toBe(false)
    server.intercept = () => new Response(null, { status: 405 })
    expect(await wire.listen(never)).toBe(false)
  })

  it('follows no redirect, which would take the headers elsewhere', async () => {
    const asked: RequestInit[] = []
    const wire = wireTo(fakeMcp(), {
      headers: () => ({ 'x-api-key': 'secret' }),
      fetch: (_url, init = {}) => {
        asked.push(init)
        const location = 'https://elsewhere.example/mcp'
        return Promise.resolve(new Response(null, { status: 307, headers: { location } }))
      },
    })
    expect(await failureOf(wire.connect(never))).toMatchObject({
      kind: 'invalid_answer',
      message: expect.stringContaining('redirect') as string,
    })
    expect(asked).toMatchObject([{ redirect: 'manual' }])
  })

  it('reads a stream whose type is written in capitals', async () => {
    const server = fakeMcp()
    const wire = await connected(server)
    server.intercept = ({ id }) => inPieces([bytes(event({ id, result: {} }))], 'Text/Event-Stream')
    expect(await wire.request('x')).toEqual({})
  })

  it('begins without the new headers at a server that lets no page send them', async () => {
    const server = fakeMcp({ era: 'legacy' })
    const wire = wireTo(server, {
      fetch: (url, init = {}) =>
        new Headers(init.headers).has('mcp-method')
          ? Promise.reject(new TypeError('preflight'))
          : server.fetch(url, init),
    })
    expect((await wire.connect(never))['protocolVersion']).toBe('2025-11-25')
  })

  it.each(['2025-03-26', '2024-11-05'])('speaks the revision %s', async (protocolVersion) => {
    const server = fakeMcp({
      era: 'legacy',
      handlers: { initialize: () => ({ protocolVersion, capabilities: {} }) },
    })
    server.session = 's1'
    expect((await wireTo(server).connect(never))['protocolVersion']).toBe(protocolVersion)
  })

  it('answers pings for as long as a stream lasts, at most 100 in a minute', async () => {
    vi.useFakeTimers()
    const server = fakeMcp({ era: 'legacy' })
    const wire = await connected(server)
    const stop = new AbortController()
    const listening = failureOf(wire.listen(stop.signal))
    await vi.waitFor(() => expect(server.openStreams).toBe(1))
    const answered = () => server.requests.filter(({ body }) => 'result' in body).length
    for (let minute = 1; minute <= 3; minute++) {
      for (let at = 0; at < 150; at++) server.tell({ id: minute * 1_000 + at, method: 'ping' })
      await vi.waitFor(() => expect(answered()).toBe(minute * 100))
      await vi.advanceTimersByTimeAsync(61_000)
    }
    stop.abort(new Error('over'))
    await listening
  })

  it('tries a request once more with new headers after a 401', async () => {
    const server = fakeMcp()
    let count = 0
    server.intercept = ({ headers }) =>
      headers.get('x-token') === '1' ? new Response(null, { status: 401 }) : undefined
    const wire = wireTo(server, { headers: () => ({ 'x-token': String(++count) }) })
    await wire.connect(never)
    expect(server.requests.map(({ headers }) => headers.get('x-token'))).toEqual(['1', '2'])
  })

  it('22 asks `auth` once after a refusal, with what the server wants', async () => {
    const server = fakeMcp()
    let token = 'old'
    const onUnauthorized = vi.fn(async () => {
      token = 'new'
      return true
    })
    const signIn = vi.fn(async () => undefined)
    server.intercept = ({ headers }) =>
      headers.get('authorization') === 'Bearer new'
        ? undefined
        : new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer scope="a"' } })
    const headers = () => ({ authorization: `Bearer ${token}` })
    const wire = wireTo(server, { auth: { headers, onUnauthorized, signIn } })
    await wire.connect(never)
    expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith({
      url: 'https://tickets.example/mcp',
      status: 401,
      wwwAuthenticate: 'Bearer scope="a"',
    })
    expect(signIn).not.toHaveBeenCalled()
  })

  it.each([
    ['upstream_unreachable', 502, 'unreachable', 'Tickets cannot be reached.'],
    ['upstream_connect_timeout', 504, 'unreachable', 'Tickets cannot be reached.'],
    ['upstream_idle_timeout', 504, 'timeout', 'Tickets took too long to answer.'],
    ['upstream_cut', 502, 'stream_cut', 'Tickets broke off in the middle of an answer.'],
    ['upstream_too_large', 502, 'too_large', 'Tickets sent more than the proxy takes at once.'],
    ['upstream_redirect', 502, 'invalid_answer', 'Tickets gave no answer of MCP.'],
    [
      'upstream_unauthorized',
      502,
      'http_error',
      'Tickets refused: the proxy answered `upstream_unauthorized`.',
    ],
    ['rate_limited', 429, 'http_error', 'Tickets is not asked: the proxy answered `rate_limited`.'],
    [
      'unauthorized',
      401,
      'http_error',
      'The page itself is signed out (HTTP 401 of its proxy). Sign in to the page.',
    ],
    ['sign_in_required', 401, 'signin', 'Sign in to Tickets.'],
  ])('6 has words of its own for `%s` of the proxy', async (code, status, kind, message) => {
    const server = fakeMcp()
    const wire = await connected(server)
    const error = { code, message: 'The provider did it.', status, retryable: true, requestId: 'r' }
    server.intercept = () => json({ error }, { status })
    expect(await failureOf(wire.request('tools/call', { name: 'x' }))).toMatchObject({
      kind,
      message,
      rpcCode: undefined,
    })
  })

  it('6 has no `NaN` for an error without a number', async () => {
    const server = fakeMcp()
    const wire = await connected(server)
    for (const code of [undefined, null, {}, 'Not a code']) {
      server.intercept = ({ id }) => json({ jsonrpc: '2.0', id, error: { code, message: 'No.' } })
      const error = await failureOf(wire.request('x'))
      expect(error).toMatchObject({ message: 'Tickets refused the request: No.' })
    }
  })

  it('has the words of a refusal, cut, and its number', async () => {
    const server = fakeMcp({
      handlers: {
        'tools/call': () => {
          throw new RpcError(-32_602, 'x'.repeat(2_000))
        },
      },
    })
    const wire = await connected(server)
    const error = await failureOf(wire.request('tools/call', { name: 'x' }))
    expect(error).toMatchObject({ name: 'McpError', kind: 'refused', rpcCode: -32_602 })
    expect(error.message.length).toBeLessThan(600)
  })
})
