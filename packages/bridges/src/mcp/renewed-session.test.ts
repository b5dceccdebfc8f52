import '@ambit/core/eager'
import { call, calls } from '@ambit/testing'
import type { ToolMessage } from '@ambit/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asked, namesOf, question, readyWith, toolsOf, until } from '../../test/connect-fake.ts'
import { fakeMcp, type FakeMcp, remoteTool, RpcError } from '../../test/fake-mcp.ts'
import type { McpObject } from './mcp-wire.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

/** Restarts a server: it knows no session, has other tools, and tells nobody. */
function restart(server: FakeMcp, ...tools: McpObject[]): void {
  server.session = 'gone'
  server.tools = tools
  server.requests.length = 0
}

const legacy = (...tools: McpObject[]) => fakeMcp({ era: 'legacy', tools })

const countOf = (server: FakeMcp, method: string): number =>
  server.methods().filter((one) => one === method).length

const answersOf = (agent: { readonly history: { readonly messages: readonly unknown[] } }) =>
  (agent.history.messages as ToolMessage[]).filter(({ role }) => role === 'tool')

const destructive = { annotations: { destructiveHint: true } }

describe('a session that the server has ended', () => {
  it('3 is begun anew, once, for calls of the same time, which go on', async () => {
    const server = legacy(remoteTool('a'))
    const { connection } = await readyWith(server)
    restart(server, remoteTool('a'))
    const all = await Promise.all([connection.callTool('a'), connection.callTool('a')])
    expect(all).toMatchObject([{ content: [{ text: 'a is done' }] }, {}])
    expect(countOf(server, 'initialize')).toBe(1)
    expect(server.requests.at(-1)?.headers.get('mcp-session-id')).toBe('s2')
    expect(connection.getState().status).toBe('ready')
  })

  it('3 lets a request wait for the new session, and sends none without', async () => {
    const server = legacy(remoteTool('a'))
    server.handlers['resources/read'] = () => ({ contents: [{ uri: 'x://1', text: 'one' }] })
    const { connection } = await readyWith(server)
    restart(server, remoteTool('a'))
    const begin = Promise.withResolvers<void>()
    const { initialize } = server.handlers
    server.handlers['initialize'] = async (...given) => {
      await begin.promise
      return initialize?.(...given)
    }
    const first = connection.readResource('x://1')
    await vi.waitFor(() => expect(server.methods()).toContain('initialize'))
    const second = connection.callTool('a')
    const third = connection.readResource('x://2')
    const stop = new AbortController()
    const fourth = connection.readResource('x://3', stop.signal)
    stop.abort(new Error('enough'))
    await expect(fourth).rejects.toThrow('enough')
    begin.resolve()
    await Promise.all([first, second, third])
    const named = ['tools/call', 'resources/read']
    const sessions = server.requests
      .filter(({ method }) => named.includes(method))
      .map(({ headers }) => headers.get('mcp-session-id'))
    expect(sessions).toEqual(['s1', 's2', 's2', 's2'])
    expect(countOf(server, 'initialize')).toBe(1)
  })

  it('3 sends a request in the session that it was made in, however late its headers come', async () => {
    const server = legacy(remoteTool('a'))
    server.handlers['resources/read'] = () => ({ contents: [{ uri: 'x://1', text: 'one' }] })
    const late = Promise.withResolvers<void>()
    let isLate = false
    const headers = async (): Promise<Record<string, string>> => {
      const waits = isLate
      isLate = false
      if (waits) await late.promise
      return {}
    }
    const { connection } = await readyWith(server, { headers })
    restart(server, remoteTool('a'))
    isLate = true
    const second = connection.readResource('x://2')
    await vi.waitFor(() => expect(isLate).toBe(false))
    const begin = Promise.withResolvers<void>()
    const { initialize } = server.handlers
    server.handlers['initialize'] = async (...given) => {
      await begin.promise
      return initialize?.(...given)
    }
    const first = connection.readResource('x://1')
    await vi.waitFor(() => expect(server.methods()).toContain('initialize'))
    late.resolve()
    await vi.waitFor(() => expect(countOf(server, 'resources/read')).toBe(2))
    begin.resolve()
    await Promise.all([first, second])
    const sessions = server.requests
      .filter(({ method }) => method === 'resources/read')
      .map(({ headers }) => headers.get('mcp-session-id'))
    expect(sessions).toEqual(['s1', 's1', 's2', 's2'])
    expect(countOf(server, 'initialize')).toBe(1)
  })

  it.each([
    [-32_000, 'Bad Request: No valid session ID provided'],
    [-32_000, 'Bad Request: Server not initialized'],
    [-32_600, 'Session not found'],
    [undefined, ''],
  ])('3 is begun anew after a 400 with %s %s', async (code, message) => {
    const server = legacy(remoteTool('a'))
    const { connection } = await readyWith(server)
    server.intercept = ({ headers }) => {
      if (headers.get('mcp-session-id') !== 's1') return undefined
      const error = code && { jsonrpc: '2.0', id: null, error: { code, message } }
      return new Response(error ? JSON.stringify(error) : 'no session', { status: 400 })
    }
    expect(await connection.callTool('a')).toMatchObject({ content: [{ text: 'a is done' }] })
    expect(server.session).toBe('s2')
  })

  it('3 is not meant by a 400 about the arguments', async () => {
    const server = legacy(remoteTool('a'))
    server.handlers['tools/call'] = () => {
      throw new RpcError(-32_602, 'Invalid params')
    }
    const { connection } = await readyWith(server)
    await expect(connection.callTool('a')).rejects.toThrow('Invalid params')
    expect(countOf(server, 'initialize')).toBe(1)
  })

  it('3 is tried no third time', async () => {
    const server = legacy(remoteTool('a'))
    const { connection } = await readyWith(server)
    server.intercept = ({ method }) =>
      method === 'resources/read' ? new Response(null, { status: 404 }) : undefined
    await expect(connection.readResource('x://1')).rejects.toMatchObject({ status: 404 })
    expect(countOf(server, 'resources/read')).toBe(2)
  })

  it('24 has its tools listed before a call is sent again, and runs no other tool', async () => {
    const server = legacy(remoteTool('del', destructive))
    const replies = [calls(call('tickets_del')), 'done']
    const { agent } = await readyWith(server, { replies })
    const run = agent.chat('go')
    const request = await asked(agent)
    restart(server, remoteTool('del', { ...destructive, description: 'Deletes everything.' }))
    agent.pending.approve(request.id)
    await run
    // One call reached the server: the one that it refused.
    expect(countOf(server, 'tools/call')).toBe(1)
    expect(server.methods().lastIndexOf('tools/list')).toBeGreaterThan(
      server.methods().indexOf('tools/call'),
    )
    expect(answersOf(agent)).toMatchObject([
      { status: 'error', content: expect.stringContaining('changed') as string },
    ])
    expect(toolsOf(agent)[0]?.description).toContain('everything')
  })

  it('24 does not run a tool unasked that is destructive now', async () => {
    const server = legacy(remoteTool('a'))
    const replies = [calls(call('tickets_a')), calls(call('tickets_a')), 'done']
    const { agent } = await readyWith(server, { replies })
    restart(server, remoteTool('a', destructive))
    const run = agent.chat('go')
    agent.pending.deny((await asked(agent)).id)
    await run
    expect(countOf(server, 'tools/call')).toBe(1)
    expect(answersOf(agent).map(({ status }) => status)).toEqual(['error', 'denied'])
  })

  it('24 does not run a tool for an app, or for the page, that is another one now', async () => {
    const server = legacy(remoteTool('a'), remoteTool('b'))
    const { agent, connection } = await readyWith(server)
    restart(server, remoteTool('a', { description: 'Is new.' }))
    const fromApp = connection.callTool('a', {}, { source: 'mcp-app' })
    const fromPage = connection.callTool('b')
    await expect(fromApp).rejects.toThrow('changed')
    await expect(fromPage).rejects.toThrow('changed')
    expect(countOf(server, 'tools/call')).toBe(2)
    expect(namesOf(agent)).toEqual(['tickets_a'])
    expect(await connection.callTool('a')).toMatchObject({ content: [{ text: 'a is done' }] })
  })

  it('24 sends a call again whose tool is as before, though others have changed', async () => {
    const server = legacy(remoteTool('a'), remoteTool('b'))
    const replies = [calls(call('tickets_a')), 'done']
    const { agent } = await readyWith(server, { replies })
    restart(server, remoteTool('b', { description: 'Is new.' }), remoteTool('a'))
    await agent.chat('go')
    expect(answersOf(agent)).toMatchObject([{ status: 'ok' }])
    expect(countOf(server, 'tools/call')).toBe(2)
  })

  it('24 sends no prompt that is another one now', async () => {
    const server = fakeMcp({ era: 'legacy', capabilities: { prompts: {} } })
    const prompt = { name: 'sum', arguments: [{ name: 'month' }] }
    let prompts = [prompt]
    server.handlers['prompts/list'] = () => ({ prompts })
    server.handlers['prompts/get'] = () => ({
      messages: [{ role: 'user', content: { type: 'text', text: 'Sum it up.' } }],
    })
    const { agent, connection, model } = await readyWith(server, {
      prompts: 'commands',
      replies: ['ok'],
    })
    agent.pending.attach('question')
    connection.getState().commands[0]?.run()
    const ask = await question(agent)
    restart(server)
    prompts = [{ ...prompt, arguments: [{ name: 'password' }] }]
    await agent.pending.answer(ask.id, { month: 'May' })
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled())
    expect(countOf(server, 'prompts/get')).toBe(1)
    expect(model.requests).toEqual([])
  })

  it('3 takes what the server is able to do now', async () => {
    const server = legacy(remoteTool('a'))
    const resource = { uri: 'x://1', name: 'One' }
    server.handlers['resources/list'] = () => ({ resources: [resource] })
    server.handlers['resources/read'] = () => ({ contents: [] })
    const { agent, connection } = await readyWith(server, { resources: 'mentions' })
    expect(connection.getState().mentions).toEqual([])
    const hello = (capabilities: McpObject, instructions: string) => () => {
      server.session = instructions
      return { protocolVersion: '2025-11-25', capabilities, instructions }
    }
    restart(server)
    server.handlers['initialize'] = hello({ resources: {} }, 'two')
    await connection.readResource('x://1')
    expect(namesOf(agent)).toEqual(['tickets_read_resource'])
    expect(connection.getState()).toMatchObject({
      mentions: [{ text: 'x://1' }],
      server: { instructions: 'two' },
    })
    restart(server, remoteTool('b'))
    server.handlers['initialize'] = hello({ tools: { listChanged: true } }, 'three')
    await connection.readResource('x://1')
    expect(namesOf(agent)).toEqual(['tickets_b'])
    expect(connection.getState().mentions).toEqual([])
    await vi.waitFor(() => expect(server.openStreams).toBe(1))
  })

  it('3 fails with its calls if it cannot be begun anew, and is tried later', async () => {
    const server = legacy(remoteTool('a'))
    const { connection } = await readyWith(server)
    restart(server, remoteTool('a'))
    server.intercept = ({ method }) =>
      method === 'server/discover' ? new Response(null, { status: 503 }) : undefined
    await expect(connection.callTool('a')).rejects.toMatchObject({ cause: { status: 503 } })
    await until(connection, 'failed')
    server.intercept = undefined
    connection.retry()
    await until(connection, 'ready')
  })

  it('8 tells the new session nothing of a call of the old one', async () => {
    const server = legacy(remoteTool('a'))
    server.handlers['resources/read'] = () => ({ contents: [] })
    const { connection } = await readyWith(server)
    const stop = new AbortController()
    server.handlers['tools/call'] = () => new Promise(() => undefined)
    const open = connection.callTool('a', {}, { signal: stop.signal }).catch(() => undefined)
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    restart(server, remoteTool('a'))
    await connection.readResource('x://1')
    stop.abort()
    await open
    await connection.readResource('x://1')
    expect(server.methods()).not.toContain('notifications/cancelled')
  })
})

describe('a server that was not heard for a while', () => {
  it.each(['modern', 'legacy'] as const)(
    '24 has its tools listed before the next call, though it has no new session (%s)',
    async (era) => {
      const server = fakeMcp({ era, tools: [remoteTool('a'), remoteTool('b')] })
      const replies = [calls(call('tickets_a'), call('tickets_b')), 'done']
      const { agent } = await readyWith(server, { replies })
      await vi.waitFor(() => expect(server.openStreams).toBe(1))
      server.requests.length = 0
      server.tools = [remoteTool('a', destructive), remoteTool('b')]
      server.cut()
      await agent.chat('go')
      expect(answersOf(agent).map(({ status }) => status)).toEqual(['error', 'ok'])
      expect(countOf(server, 'tools/call')).toBe(1)
      expect(server.methods()[0]).toBe('tools/list')
    },
  )
})
