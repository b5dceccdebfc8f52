import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import {
  type Answer,
  codeOf,
  listen,
  openGateway,
  plantedKey,
  ways,
} from '../../test/gateway-under-test.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import { mcpServers } from './mcp-servers.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

const answerPing: Answer = ({ method }, response) => {
  if (method === 'DELETE') response.writeHead(204).end()
  else if (method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\ndata: {}\n\n')
  } else {
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'mcp-session-id': 's1',
        'set-cookie': 'a',
      })
      .end('{"jsonrpc":"2.0","id":1,"result":{}}')
  }
}

describe.each(ways)('mcpServers by the %s', (way) => {
  async function open(answer: Answer = answerPing, options: Partial<ProxyOptions> = {}) {
    const seen: { headers: Record<string, unknown>; method: string | undefined }[] = []
    const url = await listen((incoming, outgoing) => {
      seen.push({ headers: incoming.headers, method: incoming.method })
      void text(incoming).then((sent) => {
        const body = JSON.parse(sent || '{}') as Record<string, unknown>
        answer({ method: incoming.method ?? '', url: '', headers: {}, body }, outgoing)
      })
    })
    const gateway = await openGateway(way, undefined, {
      ...options,
      use: [
        mcpServers({
          tickets: {
            url: `${url}/mcp`,
            headers: async (subject) => ({ authorization: `${subject} ${plantedKey}` }),
          },
        }),
      ],
    })
    return { ...gateway, seen }
  }

  it('P15 P17 sends the server’s secret and what the protocol needs, and nothing else of the client', async () => {
    const { send, seen } = await open()
    const response = await send('/mcp/tickets', {
      json: ping,
      headers: {
        'mcp-session-id': 's0',
        'mcp-protocol-version': '2025-06-18',
        authorization: 'mine',
        'x-other': 'mine',
      },
    })
    expect(await response.json()).toMatchObject({ id: 1 })
    expect(response.headers.get('mcp-session-id')).toBe('s1')
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(seen[0]?.headers).toMatchObject({
      authorization: `ada ${plantedKey}`,
      'mcp-session-id': 's0',
    })
    expect(JSON.stringify(seen)).not.toContain('mine')
  })

  it('P17 passes on the headers of this year’s protocol, and no others', async () => {
    const { send, seen } = await open()
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'order',
      'mcp-param-city': 'Bern',
      'mcp-param-size': '7',
    }
    const more = { 'mcp-secret': 'mine', 'x-mcp-name': 'mine', 'mcp-param-': 'mine' }
    expect((await send('/mcp/tickets', { json: ping, headers: { ...headers, ...more } })).ok).toBe(
      true,
    )
    expect(seen[0]?.headers).toMatchObject(headers)
    expect(JSON.stringify(seen)).not.toContain('mine')
  })

  it.each([
    ['many', Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`mcp-param-${n}`, 'x']))],
    ['long', { 'mcp-name': 'x'.repeat(4_097) }],
  ])('P6 P17 passes on no headers that are too %s', async (_what, headers) => {
    const { send, seen } = await open()
    const response = await send('/mcp/tickets', { json: ping, headers })
    expect(response.status).toBe(400)
    expect(await codeOf(response)).toBe('invalid_request')
    expect(seen).toEqual([])
  })

  const rpcError = (message: string, data?: unknown) => ({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32_000, message, ...(data !== undefined && { data }) },
  })
  it.each([400, 404, 409])('passes on an error of JSON-RPC with the status %i', async (status) => {
    const error = rpcError('Unsupported protocol version', { supported: ['2026-07-28'] })
    const { send, log } = await open((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ...error, debug: 'internal' }))
    })
    const response = await send('/mcp/tickets', { json: ping })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual(error)
    expect(log).toMatchObject([{ status, code: 'upstream_rejected', upstreamStatus: status }])
  })

  it('P15 P32 passes on no error that repeats a secret, and no other text', async () => {
    for (const text of [JSON.stringify(rpcError(`bad ${plantedKey}`)), plantedKey, '[]', '']) {
      const { send } = await open((_request, response) => {
        response.writeHead(400, { 'content-type': 'application/json' }).end(text)
      })
      const response = await send('/mcp/tickets', { json: ping })
      expect(response.status).toBe(400)
      expect(await response.text()).toBe('')
    }
  })

  it('keeps the status of a server without a stream, and of a session that is over', async () => {
    for (const status of [404, 405]) {
      const { send } = await open((_request, response) => void response.writeHead(status).end('no'))
      const response = await send('/mcp/tickets', { method: 'GET' })
      expect(response.status).toBe(status)
      expect(await response.text()).toBe('')
    }
  })

  it.each(['', 'ok'])('ends a session with a server that answers 200 and "%s"', async (text) => {
    const { send } = await open((_request, response) => void response.writeHead(200).end(text))
    const response = await send('/mcp/tickets', { method: 'DELETE' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('P28 keeps a stream open on which the server is silent', async () => {
    const { send } = await open(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      },
      { timeouts: { heartbeat: 5 } },
    )
    const reader = (await send('/mcp/tickets', { method: 'GET' })).body?.getReader()
    for (let nth = 0; nth < 3; nth++) {
      const { value } = (await reader?.read()) ?? {}
      expect(new TextDecoder().decode(value)).toBe(': \n\n')
    }
    await reader?.cancel()
  })

  const openStream: Answer = ({ method, body }, response) => {
    if (method === 'POST' && body['method'] === 'ping') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end('{"jsonrpc":"2.0","id":1,"result":{}}')
    }
    response.writeHead(200, { 'content-type': 'Text/Event-Stream' }).flushHeaders()
  }
  const subscribe = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} }

  it('counts listening streams as no answers, and has a limit of their own', async () => {
    const { send } = await open(openStream, { limits: { streams: 1 } })
    const listening = () =>
      Promise.all([
        send('/mcp/tickets', { method: 'GET' }),
        send('/mcp/tickets', { json: subscribe }),
      ])
    const all = await listening()
    expect(all.map(({ status }) => status)).toEqual([200, 200])
    expect((await send('/mcp/tickets', { json: ping })).status).toBe(200)
    for (let nth = 1; nth < 16; nth++) all.push(...(await listening()))
    const over = await send('/mcp/tickets', { method: 'GET' })
    expect(await codeOf(over)).toBe('too_many_streams')
    for (const { body } of all) await body?.cancel()
    await vi.waitFor(async () =>
      expect((await send('/mcp/tickets', { method: 'GET' })).status).toBe(200),
    )
  })

  it('P28 ends neither a subscription nor a question by its times', async () => {
    const calls: ServerResponse[] = []
    const { send, log } = await open(
      ({ body }, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        if (body['id'] === 7) {
          response.write('data: {"jsonrpc":"2.0","id":1,"method":"elicita')
          response.write('tion\\/create","params":{}}\n\n')
        } else response.flushHeaders()
        if (body['id'] === 8) return
        calls.push(response)
      },
      { timeouts: { idle: 200, total: 400, heartbeat: 0 } },
    )
    const asking = await send('/mcp/tickets', { json: { ...ping, id: 7, method: 'tools/call' } })
    const listening = await send('/mcp/tickets', { json: subscribe })
    const silent = await send('/mcp/tickets', { json: { ...ping, id: 8, method: 'tools/call' } })
    // As a client does, and the proxy reads no more than that.
    const told = Promise.all([asking.text(), listening.text()])
    // The last one is ended by its time, and these two would be by then.
    await expect(silent.text()).rejects.toThrow()
    const late = await send('/mcp/tickets', { json: { ...ping, id: 8, method: 'tools/call' } })
    await expect(late.text()).rejects.toThrow()
    for (const response of calls) response.end('data: {"end":1}\n\n')
    const ended = expect.stringContaining('"end":1') as string
    expect(await told).toEqual([ended, ended])
    expect(log.filter(({ code }) => code !== undefined)).toMatchObject([
      { code: 'upstream_idle_timeout' },
      { code: 'upstream_idle_timeout' },
    ])
  })

  it('streams what the server says of itself, and ends a session', async () => {
    const { send } = await open()
    const listening = await send('/mcp/tickets', { method: 'GET' })
    expect(await listening.text()).toBe('id: 1\ndata: {}\n\n')
    expect((await send('/mcp/tickets', { method: 'DELETE' })).status).toBe(204)
  })

  it.each([
    '/mcp',
    '/mcp/',
    '/mcp/other',
    '/mcp/tickets/',
    '/mcp/tickets/x',
    '/mcp/__proto__',
    '/mcp/%74ickets',
  ])('P3 knows no route %s', async (path) => {
    const { send, seen } = await open()
    expect((await send(path, { json: ping })).status).toBe(404)
    expect(seen).toEqual([])
  })

  it('P29 P32 follows no redirect and repeats no text', async () => {
    for (const status of [302, 401, 500]) {
      const { send } = await open((_request, response) => {
        response.writeHead(status, { location: '/x' }).end(plantedKey)
      })
      const response = await send('/mcp/tickets', { json: ping })
      expect(response.status).toBe(502)
      expect(await response.text()).not.toContain(plantedKey.slice(0, 6))
    }
  })

  it('P30 passes on no page', async () => {
    const { send } = await open((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>')
    })
    expect(await codeOf(await send('/mcp/tickets', { json: ping }))).toBe('upstream_bad_content')
  })
})

describe('mcpServers', () => {
  it.each([
    ['a name with a slash', { 'a/b': { url: 'https://x.example' } }],
    ['P38 http to another machine', { a: { url: 'http://x.example' } }],
    ['P38 a password in the URL', { a: { url: 'https://u:p@x.example' } }],
    ['P38 another scheme', { a: { url: 'file:///etc/passwd' } }],
  ])('refuses to start with %s', (_what, servers) => {
    expect(() => mcpServers(servers)).toThrow(TypeError)
  })
})
