import '@ambit/core/eager'
import { type Agent, parseToolContent, type ToolMessage } from '@ambit/core'
import { call, calls, type Reply } from '@ambit/testing'
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { agentWith, question, until } from '../../test/connect-fake.ts'
import { everything, proxied, type RunningServer, shop } from '../../test/real-mcp.ts'
import { connectMcp } from './connect-mcp.ts'
import type { McpOptions } from './mcp-options.ts'

const running: Record<string, RunningServer> = {}

beforeAll(async () => {
  const [one, two] = await Promise.all([everything(), shop()])
  running['everything'] = one
  running['shop'] = two
  running['proxy'] = await proxied({ everything: one, shop: two })
}, 60_000)

afterAll(async () => {
  for (const server of Object.values(running).toReversed()) await server.stop()
})

const urlOf = (name: string, way: string): string =>
  way === 'direct' ? String(running[name]?.url) : `${running['proxy']?.url}${name}`

async function connect(options: McpOptions, replies: Reply[] = []) {
  const { agent, model } = agentWith(replies)
  agent.pending.attach('question')
  const connection = connectMcp(agent, options)
  onTestFinished(connection.close)
  await until(connection, 'ready')
  return { agent, model, connection }
}

const answersOf = (agent: Agent): ToolMessage[] =>
  agent.history.messages.filter((message) => message.role === 'tool')

/** Answers each question with the first thing that fits. */
function answerAll(agent: Agent): void {
  agent.pending.subscribe(() => {
    for (const { id, schema } of agent.pending.list('question')) {
      const { properties = {}, required = [] } = schema ?? {}
      const value = Object.fromEntries(
        required.map((name) => {
          const { type, oneOf } = Object(properties[name]) as {
            readonly type?: string
            readonly oneOf?: readonly { readonly const: unknown }[]
          }
          return [name, oneOf?.[0]?.const ?? (type === 'string' ? 'Main' : 1)]
        }),
      )
      void agent.pending.answer(id, value)
    }
  })
}

describe.each(['direct', 'by the proxy'])('the official servers, %s', (way) => {
  it('25, 32 server-everything: lists, calls, media, progress and questions', async () => {
    const options: McpOptions = {
      name: 'every',
      url: urlOf('everything', way),
      resources: 'mentions',
      prompts: 'commands',
    }
    const { agent, connection } = await connect(options, [
      calls(
        call('every_echo', { message: 'Grüße' }),
        call('every_get-structured-content', { location: 'New York' }),
        call('every_get-tiny-image'),
        call('every_trigger-long-running-operation', { duration: 1, steps: 2 }),
        call('every_trigger-elicitation-request'),
      ),
      'done',
    ])
    const state = connection.getState()
    expect(state.server).toMatchObject({ protocolVersion: '2025-11-25' })
    expect(state.tools.length).toBeGreaterThan(10)
    expect(state.mentions.length).toBeGreaterThan(3)
    expect(state.commands.length).toBeGreaterThan(2)
    const progress: unknown[] = []
    agent.on('agent:tool_progress', ({ percent }) => void progress.push(percent))
    agent.pending.subscribe(({ items: [request] }) => {
      if (request) agent.pending.approve(request.id)
    })
    answerAll(agent)
    await agent.chat('go')
    const [echo, structured, image, long, asked] = answersOf(agent)
    expect(echo && parseToolContent(echo)).toBe('Echo: Grüße')
    expect(structured && parseToolContent(structured)).toMatchObject({
      temperature: expect.any(Number) as number,
    })
    expect(image?.output).toContainEqual({
      type: 'image',
      mediaType: 'image/png',
      data: expect.any(String) as string,
    })
    expect(long?.status).toBe('ok')
    expect(progress).toEqual([50, 100])
    expect(asked?.content).toContain('User provided the requested information')
  }, 30_000)

  it('25 server-everything: a tool that runs only as a task, with a question', async () => {
    const options: McpOptions = { name: 'every', url: urlOf('everything', way) }
    const { agent } = await connect(options, [
      calls(call('every_simulate-research-query', { topic: 'python', ambiguous: true })),
      'done',
    ])
    const told: unknown[] = []
    agent.on('agent:tool_progress', ({ message }) => void told.push(message))
    answerAll(agent)
    await agent.chat('go')
    const [answer] = answersOf(agent)
    expect(answer?.status).toBe('ok')
    expect(answer?.content).toContain('Research Report: python (programming)')
    expect(told).toContain('Gathering sources...')
  }, 60_000)

  it('25, 32 a server of 2026-07-28: structured content, a question, a resource, a prompt', async () => {
    const options: McpOptions = {
      name: 'shop',
      url: urlOf('shop', way),
      resources: 'tools',
      prompts: 'commands',
    }
    const { agent, connection, model } = await connect(options, [
      calls(
        call('shop_price', { sku: 'x' }),
        call('shop_order', { sku: 'x' }),
        call('shop_list_resources'),
        call('shop_read_resource', { uri: 'shop://terms' }),
      ),
      'done',
      'a book',
    ])
    expect(connection.getState().server).toMatchObject({
      protocolVersion: '2026-07-28',
      title: 'The shop',
    })
    const run = agent.chat('go')
    const ask = await question(agent)
    expect(ask.message).toBe('Shop asks: Where to?')
    await agent.pending.answer(ask.id, { street: 'Main' })
    await run
    expect(answersOf(agent).map((answer) => parseToolContent(answer))).toEqual([
      { price: 7 },
      'x to Main',
      [expect.objectContaining({ uri: 'shop://terms', title: 'Terms' })],
      '[shop://terms]\nAll sales are final.',
    ])
    connection.getState().commands[0]?.run()
    const form = await question(agent)
    expect(form.schema?.required).toEqual(['age'])
    await agent.pending.answer(form.id, { age: '9' })
    await vi.waitFor(() => expect(model.requests).toHaveLength(3))
    expect(JSON.stringify(model.requests[2]?.prompt)).toContain('A gift for 9 years')
  }, 30_000)

  it('8, 25 a call that is cancelled ends, and the connection goes on', async () => {
    const slow = call('every_trigger-long-running-operation', { duration: 60, steps: 60 })
    const options = { name: 'every', url: urlOf('everything', way) }
    const { agent, connection } = await connect(options, [calls(slow)])
    const run = agent.chat('go')
    await new Promise<void>((resolve) => agent.on('agent:tool_progress', () => resolve()))
    run.cancel()
    await run.catch(() => undefined)
    expect(answersOf(agent)[0]?.status).toBe('interrupted')
    expect(await connection.callTool('echo', { message: 'x' })).toMatchObject({
      content: [{ text: 'Echo: x' }],
    })
  }, 30_000)
})

describe('a client of the official packages', () => {
  const clients = {
    '@modelcontextprotocol/client': async () => {
      const client = new NewClient(
        { name: 'page', version: '1' },
        { versionNegotiation: { mode: 'auto' } },
      )
      await client.connect(new NewTransport(new URL(urlOf('shop', 'direct'))))
      return client
    },
    '@modelcontextprotocol/sdk': async () => {
      const client = new OldClient({ name: 'page', version: '1' })
      await client.connect(new OldTransport(new URL(urlOf('everything', 'direct'))) as never)
      return client
    },
  }

  it('is used in place of an address: @modelcontextprotocol/client', async () => {
    const client = await clients['@modelcontextprotocol/client']()
    onTestFinished(() => client.close())
    const { agent, connection } = await connect({ name: 'shop', client }, [
      calls(call('shop_price', { sku: 'x' })),
      'done',
    ])
    await agent.chat('go')
    expect(answersOf(agent)[0]?.content).toContain('7')
    connection.close()
    expect(await client.listTools()).toHaveProperty('tools')
  })

  it('is used in place of an address: @modelcontextprotocol/sdk', async () => {
    const client = await clients['@modelcontextprotocol/sdk']()
    onTestFinished(() => client.close())
    const { agent } = await connect({ name: 'every', client }, [
      calls(call('every_echo', { message: 'x' }), call('every_echo', { message: 7 })),
      'done',
    ])
    await agent.chat('go')
    expect(answersOf(agent).map(({ status }) => status)).toEqual(['ok', 'invalid'])
  })
})
