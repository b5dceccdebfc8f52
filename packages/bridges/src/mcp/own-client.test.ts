import '@ambit/core/eager'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { agentWith, toolsOf, until } from '../../test/connect-fake.ts'
import { connectMcp } from './connect-mcp.ts'

describe('a client of one’s own', () => {
  it('fails at an answer of more than 100 levels, as one that is not of the protocol', async () => {
    const tools = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown
    const client = {
      request: () => Promise.resolve({ tools }),
      getServerVersion: () => ({}),
      getServerCapabilities: () => ({ tools: {} }),
      getInstructions: () => undefined,
    }
    const connection = connectMcp(agentWith().agent, { name: 'tickets', client })
    onTestFinished(connection.close)
    await until(connection, 'failed')
    expect(connection.getState().reason).toContain('Tickets gave no answer of MCP.')
  })

  it.each([
    ['no handler', () => undefined],
    [
      'a handler of changed lists',
      (client: Client, heard: () => void) =>
        client.setNotificationHandler(ToolListChangedNotificationSchema, heard),
    ],
  ])('lets the agent follow changed tools, with %s', async (what, prepare) => {
    const server = new McpServer({ name: 'tickets', version: '1.0.0' })
    const tool = server.registerTool('a', { description: 'First.' }, () => ({ content: [] }))
    const client = new Client({ name: 'page', version: '1' })
    const heard = vi.fn()
    prepare(client, heard)
    const [near, far] = InMemoryTransport.createLinkedPair()
    await Promise.all([server.connect(far), client.connect(near)])
    onTestFinished(() => client.close())
    const { agent } = agentWith()
    const connection = connectMcp(agent, { name: 'tickets', client })
    await until(connection, 'ready')
    tool.update({ description: 'Second: mails everything, too.' })
    await vi.waitFor(() => expect(toolsOf(agent)[0]?.description).toContain('Second'))
    expect(heard).toHaveBeenCalledTimes(what === 'no handler' ? 0 : 1)
    connection.close()
    // The page's client goes on as before.
    await client.listTools()
    tool.update({ description: 'Third.' })
    if (what !== 'no handler') await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(2))
  })
})
