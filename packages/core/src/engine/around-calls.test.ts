import { call, calls, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { AgentError, Tool } from '../index.ts'
import { pluginAt } from '../../test/plugin-at.ts'

const story = () => [text('Look', calls(call('x', { n: 1 }))), 'done']

describe('plug-ins around a call', () => {
  it('R43 change a call, which is then validated', async () => {
    const got: unknown[] = []
    const tool = new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({ n: z.number() }),
      handler: (args) => void got.push(args),
    })
    const { agent, model } = agentUnderTest(
      [calls(call('x', { n: 1 }), call('x', { n: 2 })), 'done'],
      { tools: [tool] },
    )
    agent.use(
      pluginAt('before call', ({ call: asked }) => {
        const n = asked.arguments['n'] === 1 ? 10 : 'ten'
        return { call: { ...asked, arguments: { n } } }
      }),
    )
    const { messages, trace } = await agent.chat('go')
    expect(got).toEqual([{ n: 10 }])
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'invalid'])
    // The history keeps the arguments that the model gave.
    expect(model.requests[1]?.prompt[1]?.content).toMatchObject([
      { input: { n: 1 } },
      { input: { n: 2 } },
    ])
    expect(trace).toHaveLength(2)
  })

  it('R43 can send a call to another tool, under the same id', async () => {
    const ran: string[] = []
    const { agent } = agentUnderTest(story(), {
      tools: ['x', 'y'].map((name) => anyTool(name, () => ran.push(name))),
    })
    agent.use({ name: 'other', call: (_at, next) => next({ tool: 'y' }) })
    const { messages } = await agent.chat('go')
    expect(ran).toEqual(['y'])
    expect(answersIn(messages)).toMatchObject([{ id: 'call_1', name: 'x', status: 'ok' }])
  })

  it('does not run a call with a change that `next` does not have', async () => {
    const ran: unknown[] = []
    const { agent } = agentUnderTest(story(), { tools: [anyTool('x', (args) => ran.push(args))] })
    const change = { arg: { safe: true } }
    agent.use({ name: 'other', call: (_at, next) => next(change as object) })
    await expect(agent.chat('go')).rejects.toThrow(
      'Plug-in "other" gave `next` `arg`, not tool or args.',
    )
    expect(ran).toEqual([])
  })

  it('R43 can answer a call unrun, with a result or an error', async () => {
    let ran = 0
    const { agent } = agentUnderTest([calls(call('x', { n: 1 }), call('x', { n: 2 })), 'done'], {
      tools: [anyTool('x', () => ran++)],
    })
    agent.use(
      pluginAt('before call', ({ call: asked }) =>
        asked.arguments['n'] === 1 ? { result: 'cached' } : { error: new Error('not today') },
      ),
    )
    const { messages } = await agent.chat('go')
    expect(ran).toBe(0)
    expect(answersIn(messages).map(({ status, content }) => `${status} ${content}`)).toEqual([
      'ok "cached"',
      expect.stringMatching(/^error .*not today/),
    ])
  })

  it('R43 see calls with arguments that are wrong, and of tools that are off or not there, too', async () => {
    const seen: string[] = []
    const { agent } = agentUnderTest([calls(call('x', '{'), call('nope'), call('off')), 'done'], {
      tools: [anyTool('x'), anyTool('off', undefined, { enabled: () => false })],
    })
    agent.use(pluginAt('before call', ({ call: { name } }) => void seen.push(name)))
    await agent.chat('go')
    expect(seen).toEqual(['x', 'nope', 'off'])
  })

  it('R43 `enabled` is asked after them', async () => {
    let on = true
    let ran = 0
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x', () => ran++, { enabled: () => on })],
    })
    agent.use(pluginAt('before call', () => void (on = false)))
    const { messages } = await agent.chat('go')
    expect(ran).toBe(0)
    expect(answersIn(messages)).toMatchObject([{ status: 'disabled' }])
  })

  it('R43 change what the model is told of a result and of an error, from the inside out', async () => {
    const { agent } = agentUnderTest([calls(call('x'), call('bad'), call('nope')), 'done'], {
      tools: [anyTool('x', () => 1), anyTool('bad', () => Promise.reject(new Error('no')))],
    })
    agent.use(pluginAt('after call', ({ result }) => ({ result: Number(result) + 1 })))
    agent.use(pluginAt('after call', ({ result }) => ({ result: Number(result) * 10 })))
    agent.use(
      pluginAt('call error', ({ error }) => ({
        error: new AgentError(`! ${error.message}`),
      })),
    )
    const { messages } = await agent.chat('go')
    expect(answersIn(messages)[0]?.content).toBe('11')
    expect(answersIn(messages)[1]?.content).toContain('! no')
    expect(answersIn(messages)[2]?.content).toContain('! There is no tool')
  })

  it('R43 end the run if they throw an error of their own for that of a call', async () => {
    const { agent } = agentUnderTest(story(), {
      tools: [anyTool('x', () => Promise.reject(new Error('no')))],
    })
    const cause = new Error('broken')
    agent.use(
      pluginAt('call error', () => {
        throw cause
      }),
    )
    expect(await failureOf(agent.chat('go'))).toMatchObject({ code: 'plugin', cause })
  })
})
