import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool } from '../../test/agent-under-test.ts'
import { AgentError, toolCache } from '../index.ts'

/** Makes an agent whose model asks for `x` with each of these arguments, one after another. */
function subject(
  asked: readonly unknown[],
  handler: (args: Record<string, unknown>) => unknown,
  rest: Parameters<typeof anyTool>[2] = {},
  cache = toolCache(),
) {
  const replies = [...asked.map((args) => calls(call('x', args))), 'done']
  const tool = anyTool('x', handler, { cache: { ttl: '1m' }, ...rest })
  return agentUnderTest(replies, { tools: [tool], toolCache: cache })
}

describe('toolCache', () => {
  it('R60 keys are nested arguments, in any order of their keys', async () => {
    let ran = 0
    const { agent } = subject(
      [
        { a: { b: [1, { c: 2, d: 3 }] }, e: 4 },
        { e: 4, a: { b: [1, { d: 3, c: 2 }] } },
        { e: 4, a: { b: [{ d: 3, c: 2 }, 1] } },
      ],
      () => ++ran,
    )
    const run = agent.chat('go')
    const { messages } = await run
    expect(answersIn(messages).map(({ content }) => content)).toEqual(['1', '1', '2'])
    const succeeded = run.events.filter(({ type }) => type === 'agent:tool_succeeded')
    expect(succeeded[0]).not.toHaveProperty('cached')
    expect(succeeded[1]).toMatchObject({ cached: true, charged: {}, result: 1 })
    expect(succeeded[2]).not.toHaveProperty('cached')
  })

  it('R60 keeps no error', async () => {
    let ran = 0
    const { agent } = subject([{}, {}, {}], () => {
      if (++ran === 1) throw new Error('no')
      return ran
    })
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['error', 'ok', 'ok'])
    expect(ran).toBe(2)
  })

  it('R60 keeps until the time is up, what nobody can change', async () => {
    const { agent, clock } = subject([{}, {}, {}], () => ({ list: [clock.now()] }))
    agent.addHook('onToolCallResult', ({ result }) => {
      Object.assign(result as object, { changed: true })
    })
    agent.addHook('onIterationEnd', async ({ iteration }) => clock.advance(iteration ? 60_000 : 0))
    const { messages } = await agent.chat('go')
    const told = answersIn(messages).map(({ content }) => content)
    expect(told[1]).toBe(told[0])
    expect(told[2]).not.toBe(told[0])
  })

  it('R60 asks on a hit whether the tool is on', async () => {
    let ran = 0
    let asked = 0
    const { agent } = subject([{}, {}], () => ++ran, { enabled: () => asked === 0 || ran === 0 })
    agent.addHook('preToolCall', () => void asked++)
    const { messages } = await agent.chat('go')
    expect(answersIn(messages).map(({ status }) => status)).toEqual(['ok', 'disabled'])
  })

  it('R60 keeps nothing of a tool without `cache`, or without the agent’s', async () => {
    let ran = 0
    await subject([{}, {}], () => ++ran, { cache: undefined }).agent.chat('go')
    expect(ran).toBe(2)
    const { agent } = agentUnderTest([calls(call('x'), call('x')), 'done'], {
      tools: [anyTool('x', () => ++ran, { cache: { ttl: '1m' } })],
    })
    await agent.chat('go')
    expect(ran).toBe(4)
  })

  it('forgets the least recently used past `maxEntries`', async () => {
    const ran: unknown[] = []
    const { agent } = subject(
      [{ n: 1 }, { n: 2 }, { n: 1 }, { n: 3 }, { n: 1 }, { n: 2 }],
      ({ n }) => ran.push(n),
      {},
      toolCache({ maxEntries: 2 }),
    )
    await agent.chat('go')
    expect(ran).toEqual([1, 2, 3, 2])
    expect(() => toolCache({ maxEntries: 0 })).toThrow(AgentError)
  })

  it('does not keep what cannot be copied', async () => {
    let ran = 0
    const { agent } = subject([{}, {}], () => ({ ran: ++ran, act: () => 1 }))
    await agent.chat('go')
    expect(ran).toBe(2)
  })
})
