import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAgent, jsonSchema, Tool } from '@ambit/core'
import '@ambit/core/eager'
import { WebSocketClientTransport } from '@modelcontextprotocol/sdk/client/websocket.js'
import { scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WebSocket as Accepted, WebSocketServer } from 'ws'
import { ClientTransport, newClient, oldClient } from '../../test/mcp-clients.ts'
import { exposeOverMcp } from './expose-over-mcp.ts'

let server: WebSocketServer
let url: string

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  for (const socket of server.clients) socket.terminate()
  server.close()
})

const echo = new Tool({
  name: 'echo',
  description: 'Echoes.',
  parameters: jsonSchema<{ say: string }>({ type: 'object' }),
  handler: ({ say }) => say,
})
const newAgent = () => createAgent({ model: scriptedModel([]), tools: [echo] })
const call = { name: 'echo', arguments: { say: 'ü' } }
const said = { content: [{ type: 'text', text: 'ü' }] }

/** Opens the page's socket to the server, and resolves with the other end. */
async function openPage() {
  const accepted = once(server, 'connection') as Promise<[Accepted]>
  const socket = new WebSocket(url, 'mcp')
  const end = exposeOverMcp(newAgent(), socket)
  const [other] = await accepted
  return { other, end, socket }
}

describe('exposeOverMcp over a WebSocket', () => {
  it('serves the client of 2026-07-28 that runs where the socket ends', async () => {
    const { other, end } = await openPage()
    const client = newClient()
    const transport = new ClientTransport(
      (message) => other.send(JSON.stringify(message)),
      (give) => other.on('message', (data) => give(JSON.parse(String(data)) as never)),
      () => other.close(),
    )
    await client.connect(transport as never)
    expect(await client.callTool(call)).toMatchObject(said)
    const closed = once(other, 'close')
    end()
    await closed
  })

  it('serves the official client of 2025-11-25 behind a relay', async () => {
    const { other: page, socket } = await openPage()
    const accepted = once(server, 'connection') as Promise<[Accepted]>
    const client = oldClient()
    const connecting = client.connect(new WebSocketClientTransport(new URL(url)))
    const [desk] = await accepted
    page.on('message', (data) => desk.send(String(data)))
    desk.on('message', (data) => page.send(String(data)))
    await connecting
    expect((await client.listTools()).tools).toMatchObject([{ name: 'echo' }])
    expect(await client.callTool(call)).toMatchObject(said)
    const closed = once(socket, 'close')
    page.close()
    await closed
    await client.close()
  })

  it('answers bytes and broken text with an error, and goes on', async () => {
    const { other, end } = await openPage()
    for (const wrong of [Buffer.from([1, 2]), '{"jsonrpc"']) {
      const answer = once(other, 'message')
      other.send(wrong)
      expect(JSON.parse(String((await answer)[0]))).toMatchObject({ error: { code: -32_700 } })
    }
    end()
  })
})
