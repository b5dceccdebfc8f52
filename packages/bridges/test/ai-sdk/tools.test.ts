import { createAgent, Tool, unavailable } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { generateText, isStepCount, jsonSchema, streamText, tool, type ToolSet } from 'ai'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { aiSdkTools, toToolSet } from '../../src/ai-sdk/index.ts'

describe('toToolSet', () => {
  const ran: string[] = []
  const agent = createAgent({
    model: scriptedModel([]),
    tools: [
      new Tool({
        name: 'add',
        description: 'Adds.',
        parameters: z.object({ n: z.number() }),
        handler: ({ n }) => ({ n: n + 1 }),
      }),
      new Tool({
        name: 'off',
        description: 'Off.',
        enabled: () => unavailable('Closed today'),
        handler: () => 1,
      }),
      new Tool({
        name: 'wipe',
        description: 'Wipes.',
        effect: 'destructive',
        handler: () => void ran.push('wipe'),
      }),
    ],
  })

  it('19 runs in streamText under the rules of the agent: a tool that is off is an error', async () => {
    const script = [calls(call('add', { n: 1 }), call('off'), call('add', { n: 'x' })), 'Done.']
    const result = streamText({
      model: scriptedModel(script),
      prompt: 'go',
      tools: toToolSet(agent),
      stopWhen: isStepCount(3),
    })
    await result.consumeStream()
    const told = JSON.stringify(await result.responseMessages)
    expect(told).toContain('{"type":"json","value":{"n":2}}')
    expect(told).toContain('Closed today')
    expect(told).toMatch(/"error-text","value":"[^"]*n/)
    expect(await result.text).toBe('Done.')
    expect(agent.history.messages).toEqual([])
  })

  it('19 leaves the question to the AI SDK by `needsApproval`, and asks no second time', async () => {
    const tools = toToolSet(agent)
    const { content } = await generateText({
      model: scriptedModel([calls(call('wipe'))]),
      prompt: 'go',
      tools,
    })
    expect(content.map(({ type }) => type)).toContain('tool-approval-request')
    expect(ran).toEqual([])
    await tools['wipe']?.execute?.({}, { toolCallId: 'c', messages: [], context: {} })
    expect(ran).toEqual(['wipe'])
  })
})

describe('aiSdkTools', () => {
  it('makes a scope of tools of the AI SDK, with their schemas and results', async () => {
    const tools = {
      double: tool({
        description: 'Doubles.',
        inputSchema: z.object({ n: z.number() }),
        execute: ({ n }) => n * 2,
      }),
      count: tool({
        description: 'Counts.',
        inputSchema: jsonSchema<{ to: number }>({
          type: 'object',
          properties: { to: { type: 'number' } },
          required: ['to'],
        }),
        async *execute({ to }) {
          for (let at = 1; at <= to; at++) yield at
        },
        toModelOutput: ({ output }) => ({
          type: 'text',
          value: `counted to ${String(output)}`,
        }),
      }),
    }
    const script = [
      calls(call('double', { n: 2 }), call('count', { to: 3 }), call('count', {})),
      'Ok.',
    ]
    const model = scriptedModel(script)
    const agent = createAgent({ model, scopes: [aiSdkTools(tools, { name: 'mine' })] })
    const run = agent.chat('go')
    await run
    const answers = agent.history.messages.filter(({ role }) => role === 'tool')
    expect(answers).toMatchObject([
      { status: 'ok', content: '4' },
      { status: 'ok', content: '3', output: 'counted to 3' },
      { status: 'invalid' },
    ])
    const emitted = run.events.filter(({ type }) => type === 'agent:custom')
    expect(emitted).toMatchObject([{ data: 1 }, { data: 2 }])
  })

  it('asks where a tool needs an approval', async () => {
    const wipe = tool({
      description: 'Wipes.',
      inputSchema: z.object({ id: z.string() }),
      needsApproval: ({ id }) => id === 'all',
      execute: ({ id }) => id,
    })
    const model = scriptedModel([
      calls(call('wipe', { id: 'one' }), call('wipe', { id: 'all' })),
      'Ok.',
    ])
    const agent = createAgent({ model, scopes: [aiSdkTools({ wipe }, { name: 'mine' })] })
    agent.pending.attach('approval')
    agent.on('agent:pending_added', ({ pending: request }) => agent.pending.deny(request.id, 'no'))
    await agent.chat('go')
    expect(agent.history.messages.filter(({ role }) => role === 'tool')).toMatchObject([
      { status: 'ok' },
      { status: 'denied' },
    ])
  })

  it('refuses a tool that cannot run', () => {
    const silent = tool({ description: 'x', inputSchema: z.object({ id: z.string() }) })
    // The types of `ai` do not let a tool without `execute` into a set here.
    const tools = { silent } as unknown as ToolSet
    expect(() => aiSdkTools(tools, { name: 'mine' })).toThrow(/"silent".*execute/)
  })
})
