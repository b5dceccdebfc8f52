import { call, calls } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { Scope, stableEnd } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

/** Returns the part of a request that a provider may cache: all but the envelope at its end. */
const stablePart = (prompt: readonly unknown[]): string =>
  JSON.stringify(prompt.slice(0, -1)).slice(0, -1)

describe('the prompts of a run', () => {
  it('R13 each repeat the one before byte for byte, up to the envelope at the end', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    let now = 0
    const { agent, model } = agentUnderTest(
      [
        ...Array.from({ length: 6 }, (_, n) => ({
          text: `step ${n}`,
          reasoning: 'hm',
          calls: [call('a', { n }), call('b')],
        })),
        'done',
        'and more',
      ],
      {
        instructions: 'Be kind.',
        scopes: [
          new Scope({ name: 'now', tools: [anyTool('a')], context: () => ({ now: now++ }) }),
          new Scope({ name: 'set', tools: [anyTool('b')], instructions: 'Set it.' }),
        ],
      },
    )
    await agent.chat('hello')
    await agent.chat('again')
    const prompts = model.requests.map(({ prompt }) => prompt)
    for (const [at, prompt] of prompts.slice(1).entries()) {
      const before = stablePart(prompts[at] ?? [])
      expect(stablePart(prompt).startsWith(before)).toBe(true)
      expect(before.length).toBeGreaterThan(50)
    }
  })

  it('R13 keep tools and contexts in one order, whatever mounts and unmounts', async () => {
    const scope = (name: string): Scope =>
      new Scope({ name, tools: [anyTool(`${name}_1`), anyTool(`${name}_2`)], context: () => name })
    const { agent, model } = agentUnderTest([], { scopes: [scope('a')] }, { otherwise: 'hi' })
    const leaveB = agent.scopes.register(scope('b'))
    agent.scopes.register(scope('c'))
    await agent.chat('1')
    leaveB()
    await agent.chat('2')
    agent.scopes.register(scope('d'))
    agent.scopes.register(scope('b'))
    await agent.chat('3')
    const names = model.requests.map(({ tools }) => tools?.map(({ name }) => name).join())
    expect(names).toEqual([
      'a_1,a_2,b_1,b_2,c_1,c_2',
      'a_1,a_2,c_1,c_2',
      'a_1,a_2,b_1,b_2,c_1,c_2,d_1,d_2',
    ])
    const envelopes = model.requests.map(({ prompt }) =>
      JSON.stringify(prompt.at(-1))
        .match(/scope=\\"\w/g)
        ?.join(),
    )
    expect(envelopes[2]).toBe(['a', 'b', 'c', 'd'].map((name) => `scope=\\"${name}`).join())
    expect(names[2]?.startsWith(names[0] ?? '')).toBe(true)
  })

  it('R13 do not depend on what a tool is called with before', async () => {
    const { agent, model } = agentUnderTest([calls(call('a')), 'x'], { tools: [anyTool('a')] })
    await agent.chat('x')
    expect(model.requests[0]?.tools).toEqual(model.requests[1]?.tools)
  })
})

describe('stableEnd', () => {
  it('is the number of messages that the next request repeats', async () => {
    let now = 0
    const { agent, model } = agentUnderTest([calls(call('a')), 'done', 'and more'], {
      scopes: [new Scope({ name: 'now', tools: [anyTool('a')], context: () => ({ now: now++ }) })],
    })
    const ends: [number, number][] = []
    agent.use({
      name: 'noting',
      request: ({ request }, next) => {
        ends.push([stableEnd(request), request.prompt.length])
        return next()
      },
    })
    await agent.chat('hello')
    await agent.chat('again')
    expect(ends).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ])
    const [first, second] = model.requests
    expect(second?.prompt.slice(0, 1)).toEqual(first?.prompt.slice(0, 1))
  })

  it('is all messages where the page shows nothing, and 0 for a copy of the messages', async () => {
    const { agent } = agentUnderTest(['ok'])
    const ends: number[] = []
    agent.use({
      name: 'noting',
      request: ({ request }, next) => {
        ends.push(stableEnd(request), stableEnd(structuredClone(request)))
        return next()
      },
    })
    await agent.chat('hello')
    expect(ends).toEqual([1, 0])
  })
})
