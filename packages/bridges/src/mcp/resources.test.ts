import '@ambit/core/eager'
import { parseToolContent, type ToolMessage } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { namesOf, question, readyWith, toolsOf } from '../../test/connect-fake.ts'
import { fakeMcp, remoteTool } from '../../test/fake-mcp.ts'
import type { McpObject } from './mcp-wire.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const changed = { listChanged: true }
const capabilities = { tools: changed, resources: changed, prompts: changed }
const lastOf = (messages: readonly { readonly role: string }[]): ToolMessage =>
  messages.findLast(({ role }) => role === 'tool') as ToolMessage

describe('the resources of a server', () => {
  const resources = [
    { uri: 'x://a b', name: 'a', title: 'The A', description: 'Is a.' },
    { uri: 'x://c', name: 'c' },
    { name: 'no address' },
    { uri: 'ui://tickets/card', name: 'card', mimeType: 'text/html;profile=mcp-app' },
    { uri: 'UI://tickets/other', name: 'other' },
    null,
  ]
  const handlers = {
    'resources/list': () => ({ resources }),
    'resources/read': ({ uri }: McpObject) => ({
      contents: [{ uri, text: `text of ${String(uri)}` }],
    }),
  }

  it('are left alone by default', async () => {
    const server = fakeMcp({ capabilities, handlers, tools: [remoteTool('a')] })
    const { agent, connection } = await readyWith(server)
    expect(server.methods()).not.toContain('resources/list')
    expect(namesOf(agent)).toEqual(['tickets_a'])
    expect(connection.getState().mentions).toEqual([])
  })

  it('are mentions for a Composer, and a tool reads the mentioned one', async () => {
    const server = fakeMcp({ capabilities, handlers, tools: [remoteTool('read_resource')] })
    const replies = [calls(call('tickets_read_resource', { uri: '@x://a%20b' })), 'done']
    const { agent, connection } = await readyWith(server, { resources: 'mentions', replies })
    expect(connection.getState().mentions).toEqual([
      { label: 'The A', description: 'Is a.', text: 'x://a%20b' },
      { label: 'c', description: undefined, text: 'x://c' },
    ])
    expect(namesOf(agent)).toEqual(['tickets_read_resource'])
    expect(agent.scopes.leftOut[0]?.what).toBe('tool "tickets_read_resource" of Tickets')
    await agent.chat('read @x://a%20b')
    const answer = lastOf(agent.history.messages)
    expect(answer).toMatchObject({ status: 'ok', taint: 'untrusted' })
    expect(parseToolContent(answer)).toBe('[x://a b]\ntext of x://a b')
  })

  it('are listed by a tool', async () => {
    const server = fakeMcp({ capabilities, handlers })
    const { agent, connection } = await readyWith(server, { resources: 'tools' })
    expect(namesOf(agent)).toEqual(['tickets_list_resources', 'tickets_read_resource'])
    expect(toolsOf(agent).map(({ effect }) => effect)).toEqual(['read', 'read'])
    expect(connection.getState().mentions).toEqual([])
    expect(await agent.runTool('tickets_list_resources')).toHaveLength(2)
  })

  it('are read for the page, without the agent', async () => {
    const server = fakeMcp({ capabilities, handlers })
    const { connection } = await readyWith(server)
    expect(await connection.readResource('x://c')).toEqual([
      { uri: 'x://c', text: 'text of x://c' },
    ])
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    await expect(connection.readResource('x://c', stop.signal)).rejects.toThrow('enough')
    connection.close()
    await expect(connection.readResource('x://c')).rejects.toThrow('is not connected')
  })

  it('change with the server’s list', async () => {
    const server = fakeMcp({ capabilities, handlers: { ...handlers } })
    const { connection } = await readyWith(server, { resources: 'mentions' })
    await vi.waitFor(() => expect(server.openStreams).toBe(1))
    server.handlers['resources/list'] = () => ({ resources: [{ uri: 'x://new', name: 'new' }] })
    server.tell({ method: 'notifications/resources/list_changed' })
    await vi.waitFor(() =>
      expect(connection.getState().mentions.map(({ label }) => label)).toEqual(['new']),
    )
  })
})

describe('the prompts of a server', () => {
  const prompts = [
    { name: 'sum up', description: 'Sums up.' },
    { name: 'gift', arguments: [{ name: 'age', required: true }, { name: 'for' }] },
    { title: 'no name' },
  ]
  const handlers = {
    'prompts/list': () => ({ prompts }),
    'prompts/get': ({ name, arguments: given }: McpObject) => ({
      messages: [
        {
          role: 'user',
          content: { type: 'text', text: `${String(name)} ${JSON.stringify(given)}` },
        },
        { role: 'user', content: { type: 'image', data: 'aGk=', mimeType: 'image/png' } },
      ],
    }),
  }

  it('are commands for a Composer, whose words are third-party text', async () => {
    const server = fakeMcp({ capabilities, handlers })
    const { agent, connection, model } = await readyWith(server, {
      prompts: 'commands',
      replies: ['done'],
    })
    const [sum] = connection.getState().commands
    expect(sum).toMatchObject({ name: 'tickets_sum_up', description: 'Sums up.' })
    expect(connection.getState().commands).toHaveLength(2)
    sum?.run()
    await vi.waitFor(() => expect(agent.history.messages).toHaveLength(2))
    expect(agent.history.messages[0]).toMatchObject({ role: 'user', taint: 'untrusted' })
    const request = JSON.stringify(model.requests[0])
    expect(request).toContain('sum up {}')
    expect(request).not.toContain('get_prompt')
  })

  it('ask the user for their arguments, and send nothing if the user declines', async () => {
    const server = fakeMcp({ capabilities, handlers })
    const { agent, connection, model } = await readyWith(server, {
      prompts: 'commands',
      replies: ['done'],
    })
    agent.pending.attach('question')
    const [, gift] = connection.getState().commands
    gift?.run()
    const ask = await question(agent)
    expect(ask).toMatchObject({ message: 'Tickets asks: gift', schema: { required: ['age'] } })
    agent.pending.decline(ask.id)
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce())
    gift?.run()
    await agent.pending.answer((await question(agent)).id, { age: '9' })
    await vi.waitFor(() => expect(model.requests).toHaveLength(1))
    const asked = server.requests.findLast(({ method }) => method === 'prompts/get')
    expect(asked?.params).toMatchObject({ name: 'gift', arguments: { age: '9' } })
  })

  it('are for no model', async () => {
    const server = fakeMcp({ capabilities, handlers })
    const replies = [calls(call('tickets_get_prompt', { prompt: { name: 'gift' } })), 'done']
    const { agent } = await readyWith(server, { prompts: 'commands', replies })
    await agent.chat('go')
    expect(lastOf(agent.history.messages).status).toBe('unknown')
  })
})
