import { call, calls, flush, promptFaults } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import {
  conversation,
  DisabledToolError,
  Tool,
  ToolValidationError,
  UnknownToolError,
} from '../index.ts'

describe('runTool', () => {
  it('runs the arguments as they were at the call', async () => {
    const { agent } = agentUnderTest([], { tools: [anyTool('x', (args) => args)] })
    const args = { n: 1 }
    const run = agent.runTool('x', args)
    args.n = 999
    expect(await run).toEqual({ n: 1 })
  })

  it('runs a tool under the model’s rules and gives its result', async () => {
    const tool = new Tool({
      name: 'add',
      description: 'Add',
      parameters: z.object({ a: z.number(), b: z.number().default(1) }),
      handler: ({ a, b }) => a + b,
    })
    const { agent } = agentUnderTest([], { tools: [tool] })
    const run = agent.runTool('add', { a: 2 })
    expect(await run).toBe(3)
    expect(run.events.map(({ type }) => type)).toEqual([
      'agent:started',
      'agent:tool_started',
      'agent:message',
      'agent:tool_succeeded',
      'agent:completed',
    ])
  })

  it('puts its call and its answer into the open history as a pair, which the model sees', async () => {
    const { agent, model } = agentUnderTest(['hi', 'I saw it'], { tools: [anyTool('x', () => 7)] })
    await agent.chat('hello')
    await agent.runTool('x', { a: 1 })
    expect(agent.history.messages.slice(2)).toMatchObject([
      { role: 'assistant', source: 'ui', calls: [{ name: 'x', arguments: { a: 1 } }] },
      { role: 'tool', name: 'x', content: '7', status: 'ok' },
    ])
    await agent.chat('and?')
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'assistant',
      'tool',
      'user',
    ])
  })

  it('rejects with what the model would have been told', async () => {
    const { agent } = agentUnderTest([], {
      tools: [
        new Tool({
          name: 'x',
          description: 'x',
          parameters: z.object({ a: z.number() }),
          handler: () => 1,
        }),
        anyTool('off', undefined, { enabled: () => false }),
      ],
    })
    expect(await failureOf(agent.runTool('x', { a: 'no' }))).toBeInstanceOf(ToolValidationError)
    expect(await failureOf(agent.runTool('off'))).toBeInstanceOf(DisabledToolError)
    expect(await failureOf(agent.runTool('nope'))).toBeInstanceOf(UnknownToolError)
  })

  it('in the middle of a chat waits for the current iteration’s answers', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent, model } = agentUnderTest([calls(call('slow')), 'done'], {
      tools: [anyTool('slow', () => gate.promise), anyTool('x', () => 7)],
    })
    const chat = agent.chat('go')
    await flush()
    expect(await agent.runTool('x')).toBe(7)
    expect(agent.history.messages).toHaveLength(2)
    gate.resolve('ok')
    await chat
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
    ])
  })

  it('has its pair on what it rejects with, also in the middle of a chat', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([() => gate.promise], {
      tools: [anyTool('bad', () => Promise.reject(new Error('no')))],
    })
    const chat = agent.chat('go')
    await flush()
    const { messages } = await failureOf(agent.runTool('bad'))
    gate.resolve('done')
    await chat
    const alone = await failureOf(agent.runTool('bad'))
    for (const pair of [messages, alone.messages]) {
      expect(pair).toMatchObject([{ source: 'ui' }, { role: 'tool', status: 'error' }])
    }
  })

  it('in the last iteration of a chat does not change what that comes to', async () => {
    const gate = Promise.withResolvers<string>()
    const { agent } = agentUnderTest([() => gate.promise], { tools: [anyTool('x', () => 7)] })
    const chat = agent.chat('go')
    await flush()
    await agent.runTool('x')
    gate.resolve('done')
    expect(await chat).toMatchObject({ content: 'done', finishReason: 'stop' })
    expect(agent.history.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'assistant',
      'tool',
    ])
  })

  it('leaves the arguments it is given alone', async () => {
    const args = { deep: { list: [1] } }
    const { agent } = agentUnderTest([], {
      tools: [anyTool('x', ({ deep }) => Object.assign(deep as object, { more: 1 }))],
    })
    await agent.runTool('x', args)
    args.deep.list.push(2)
    expect(args).toEqual({ deep: { list: [1, 2] } })
    expect(agent.history.messages[0]).toMatchObject({
      calls: [{ arguments: { deep: { list: [1] } } }],
    })
  })

  it('can be cancelled', async () => {
    const { agent } = agentUnderTest([], {
      tools: [anyTool('slow', () => new Promise(() => undefined))],
    })
    const run = agent.runTool('slow')
    await flush()
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
    expect(agent.history.messages).toMatchObject([{ source: 'ui' }, { status: 'interrupted' }])
  })

  it('R14 keeps each call next to its answer, however many end at once', async () => {
    const { agent } = agentUnderTest([], {
      tools: [anyTool('slow', () => new Promise(() => undefined))],
      use: [conversation({ append: () => flush() })],
    })
    const runs = [agent.runTool('slow'), agent.runTool('slow'), agent.runTool('slow')]
    await flush()
    agent.cancel()
    await Promise.allSettled(runs)
    expect(agent.history.messages.map(({ role }) => role).join()).toBe(
      'assistant,tool,assistant,tool,assistant,tool',
    )
  })

  it('before anybody has said anything gives a prompt that every provider takes', async () => {
    const { agent, model } = agentUnderTest(['hi', 'again'], { tools: [anyTool('x', () => 7)] })
    await agent.runTool('x')
    await agent.chat('hello')
    await agent.chat('more')
    for (const { prompt } of model.requests) expect(promptFaults(prompt)).toEqual([])
    expect(model.requests[1]?.prompt.slice(0, 4)).toEqual(model.requests[0]?.prompt)
  })
})
