import '@ambit/core/eager'
import { describe, expect, it, vi } from 'vitest'
import { event, fakeMcp, type FakeMcp, json } from '../../test/fake-mcp.ts'
import { readyWith } from '../../test/connect-fake.ts'
import { remoteTool } from '../../test/fake-mcp.ts'
import type { McpObject } from './mcp-wire.ts'

const stream = (text: string): Response =>
  new Response(text, { headers: { 'content-type': 'text/event-stream' } })

const answer = (id: number): string =>
  event({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'after' }] } })

/**
 * A server whose call begins a stream with this text and ends it. `resumed` answers the GET that
 * goes on, with the id of the call.
 */
function cutting(first: string, resumed: (id: number, nth: number) => Response) {
  const places: (string | null)[] = []
  let callId = 0
  const server: FakeMcp = fakeMcp({
    era: 'legacy',
    capabilities: { tools: {} },
    tools: [remoteTool('a')],
  })
  server.intercept = ({ http, method, id, headers }) => {
    if (method === 'tools/call') {
      callId = Number(id)
      return stream(first)
    }
    const place = headers.get('last-event-id')
    if (http !== 'GET' || place === null) return undefined
    return resumed(callId, places.push(place))
  }
  return { server, places }
}

const first = 'id: e1\nretry: 5\ndata:\n\n'

describe('a call whose stream the server ends', () => {
  it('goes on from the last event, however often it is cut', async () => {
    const { server, places } = cutting(first, (id, nth) =>
      stream(nth < 8 ? `id: e${nth + 1}\ndata:\n\n` : answer(id)),
    )
    const { connection } = await readyWith(server)
    expect(await connection.callTool('a')).toMatchObject({ content: [{ text: 'after' }] })
    expect(places).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8'])
    expect(server.methods().filter((method) => method === 'tools/call')).toHaveLength(1)
  })

  it('goes on after a break of the network', async () => {
    let isDown = true
    const { server } = cutting(first, (id) => {
      if (!isDown) return stream(answer(id))
      isDown = false
      return new Response(
        new ReadableStream({ start: (it) => it.error(new TypeError('network')) }),
        { headers: { 'content-type': 'text/event-stream' } },
      )
    })
    const { connection } = await readyWith(server)
    expect(await connection.callTool('a')).toMatchObject({ content: [{ text: 'after' }] })
  })

  it.each([
    ['does not keep it', () => new Response(null, { status: 405 })],
    ['knows the session no more', () => json({ error: { code: -32_001 } }, { status: 404 })],
    ['sends nothing new', () => stream('retry: 5\n\n')],
  ])('fails as cut, and is not sent again, if the server %s', async (_what, make) => {
    const { server } = cutting(first, make)
    const { connection } = await readyWith(server)
    await expect(connection.callTool('a')).rejects.toMatchObject({
      cause: { details: { kind: 'stream_cut' } },
    })
    expect(server.methods().filter((method) => method === 'tools/call')).toHaveLength(1)
  })

  it('fails at once without an id', async () => {
    const { server, places } = cutting('retry: 5\ndata:\n\n', () => stream(''))
    const { connection } = await readyWith(server)
    await expect(connection.callTool('a')).rejects.toMatchObject({
      cause: { details: { kind: 'stream_cut' } },
    })
    expect(places).toEqual([])
  })

  it('ends with its cancel while it waits', async () => {
    const { server, places } = cutting('id: e1\nretry: 60000\ndata:\n\n', () => stream(''))
    const { connection } = await readyWith(server)
    const stop = new AbortController()
    const call = connection.callTool('a', {}, { signal: stop.signal })
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    stop.abort(new Error('enough'))
    await expect(call).rejects.toThrow()
    expect(places).toEqual([])
  })

  it('asks the user on the stream that goes on', async () => {
    const { server } = cutting(first, (id) =>
      stream(event({ jsonrpc: '2.0', id: 'q', method: 'ping' }) + answer(id)),
    )
    const { connection } = await readyWith(server)
    await connection.callTool('a')
    const answers = server.requests.map(({ body }) => body).filter((body) => 'result' in body)
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 'q', result: {} } satisfies McpObject])
  })
})
