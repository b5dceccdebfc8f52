import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  agentUnderTest,
  answersIn,
  anyTool,
  failureOf,
  told,
} from '../../../test/agent-under-test.ts'
import { createPages } from '../../../test/pages-under-test.ts'
import { trim } from '../compaction/index.ts'
import { type AgentOptions, Scope, type ScopeOptions } from '../../index.ts'

const load = calls(call('load_scope', { name: 'refunds' }))

/** Instructions that never come. */
const never = (): Promise<never> => new Promise(() => undefined)

/** Makes a scope that loads on demand. */
const refunds = (rest: Partial<ScopeOptions> = {}): Scope =>
  new Scope({
    name: 'refunds',
    description: 'money back, returns',
    load: 'onDemand',
    instructions: 'Never more than 50.',
    context: () => ({ open: 3 }),
    tools: [anyTool('refund', () => 'refunded')],
    ...rest,
  })

function subject(
  replies: Parameters<typeof agentUnderTest>[0],
  scopes: readonly Scope[] = [refunds()],
  rest: Partial<AgentOptions> = {},
) {
  const under = agentUnderTest(
    replies,
    { scopes, instructions: 'Be kind.', ...rest },
    { otherwise: 'ok' },
  )
  const namesIn = (at: number) => under.model.requests[at]?.tools?.map(({ name }) => name) ?? []
  const endOf = (at: number) => JSON.stringify(under.model.requests[at]?.prompt.at(-1))
  return { ...under, namesIn, endOf }
}

describe('a scope with `load: onDemand`', () => {
  it('is one line in the request, and one tool', async () => {
    const { agent, model, namesIn, endOf } = subject(['hi'])
    await agent.chat('Hello')
    expect(namesIn(0)).toEqual(['load_scope'])
    expect(endOf(0)).toContain('<scopes-on-demand>\\nrefunds: money back, returns\\n')
    const sent = JSON.stringify(model.requests[0])
    for (const word of ['Never more', 'open', '"refund"']) expect(sent).not.toContain(word)
  })

  it('has its words, its context and its tools from the next request on, after the rest', async () => {
    const other = new Scope({ name: 'page', tools: [anyTool('read')] })
    const { agent, model, namesIn, endOf } = subject(
      [load, calls(call('refund')), 'done'],
      [refunds(), other],
    )
    const { messages } = await agent.chat('Give it back')
    expect(answersIn(messages).map(told)).toEqual([{ loaded: 'refunds' }, 'refunded'])
    expect(namesIn(0)).toEqual(['read', 'load_scope'])
    expect(namesIn(1).toSorted()).toEqual(['load_scope', 'read', 'refund'])
    expect(endOf(1)).toContain('<scope-instructions scope=\\"refunds\\">\\nNever more than 50.')
    expect(endOf(1)).toContain('{\\"open\\":3}')
    expect(endOf(1)).not.toContain('<scopes-on-demand>')
    // What a provider has cached stays as it was.
    const [first, second] = model.requests.map(({ prompt }) => JSON.stringify(prompt.slice(0, 2)))
    expect(second).toBe(first)
  })

  it('is not there without such a scope that is on', async () => {
    const { agent, namesIn, endOf } = subject(['hi'], [refunds({ enabled: () => false })])
    await agent.chat('Hello')
    expect(namesIn(0)).toEqual([])
    expect(endOf(0)).not.toContain('refunds')
  })

  it('is off again with `enabled`, though it is loaded', async () => {
    let isOn = true
    const { agent, namesIn, endOf } = subject(
      [load, 'done', 'hi'],
      [refunds({ enabled: () => isOn })],
    )
    await agent.chat('Load')
    expect(namesIn(1)).toContain('refund')
    isOn = false
    await agent.chat('Hello')
    expect(namesIn(2)).toEqual([])
    expect(endOf(2)).not.toContain('Never more')
  })

  it('answers a call of a tool that is not loaded with what to do', async () => {
    let ran = 0
    const { agent } = subject(
      [calls(call('refund')), 'done'],
      [refunds({ tools: [anyTool('refund', () => ran++)] })],
    )
    const { messages } = await agent.chat('Give it back')
    expect(answersIn(messages)).toMatchObject([
      { status: 'disabled', content: expect.stringContaining('load_scope') },
    ])
    expect(ran).toBe(0)
  })

  it('can be called by the page, loaded or not', async () => {
    const { agent } = subject([])
    expect(await agent.runTool('refund')).toBe('refunded')
  })

  it('stays loaded through a compaction and a reload, and not in another session', async () => {
    const pages = createPages()
    const compaction = trim({ maxContextTokens: 40, reserveTokens: 10 })
    const before = pages.open()
    const first = subject([load, 'done', 'two', 'three'], [refunds()], {
      storage: before.storage,
      use: [compaction],
    })
    await first.agent.chat('Load')
    await first.agent.chat('And then?')
    await first.agent.chat('And then?')
    expect(JSON.stringify(first.model.requests.at(-1)?.prompt)).not.toContain('loaded')
    expect(first.namesIn(3)).toContain('refund')
    await before.die()
    const second = subject(['hi', 'new'], [refunds()], { storage: pages.open().storage })
    await second.agent.sessions.opening
    await second.agent.chat('Hello')
    expect(second.namesIn(0)).toContain('refund')
    expect(second.endOf(0)).toContain('Never more than 50.')
    await second.agent.sessions.create()
    await second.agent.chat('Hello')
    expect(second.namesIn(1)).toEqual(['load_scope'])
  })

  it('is loaded for a call whose `tools` name one of its tools', async () => {
    const others = refunds({ name: 'others', tools: [anyTool('other')] })
    const { agent, model, namesIn, endOf } = subject(
      [calls(call('refund'), call('load_scope', { name: 'others' })), 'done', 'hi'],
      [refunds(), others],
    )
    const { messages } = await agent.chat('Give it back', { tools: ['refund'] })
    expect(answersIn(messages)).toMatchObject([
      { status: 'ok', content: '"refunded"' },
      { status: 'unknown' },
    ])
    expect(namesIn(0)).toEqual(['refund'])
    expect(endOf(0)).toContain('Never more than 50.')
    for (const { prompt } of model.requests) {
      expect(JSON.stringify(prompt)).not.toContain('scopes-on-demand')
    }
    await agent.chat('Hello')
    expect(namesIn(2)).toEqual(['load_scope'])
    await agent.chat('Hello', { tools: ['refund', 'load_scope'] })
    expect(namesIn(3).toSorted()).toEqual(['load_scope', 'refund'])
    expect(endOf(3)).toContain('others: money back')
  })

  it('stays as it was for the calls that a resumed run goes on with', async () => {
    const pages = createPages()
    const before = pages.open()
    const started = vi.fn<() => Promise<never>>(() => new Promise(() => undefined))
    const rest = [call('refund'), call('load_scope', { name: 'refunds' })]
    const first = subject([calls(call('wait'), ...rest)], [refunds()], {
      storage: before.storage,
      tools: [anyTool('wait', started)],
    })
    void first.agent.chat('Give it back')
    await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
    await before.die()
    const { agent } = subject(['done'], [refunds()], {
      storage: pages.open().storage,
      tools: [anyTool('wait')],
    })
    await agent.sessions.opening
    await agent.resume()
    expect(answersIn(agent.history.messages).slice(1)).toMatchObject([
      { status: 'disabled', content: expect.stringContaining('load_scope') },
      { status: 'ok', content: '{"loaded":"refunds"}' },
    ])
  })

  it('imports its words once, when they are needed', async () => {
    const instructions = vi.fn(() => Promise.resolve({ default: 'From a file.' }))
    const { agent, endOf } = subject([load, 'done', 'hi'], [refunds({ instructions })])
    await agent.chat('Load')
    await agent.chat('Hello')
    expect(instructions).toHaveBeenCalledOnce()
    expect(endOf(1)).toContain('From a file.')
    expect(endOf(2)).toContain('From a file.')
  })

  it('is not loaded if its words cannot be had', async () => {
    const instructions = () => Promise.reject(new Error('offline'))
    const { agent, namesIn } = subject([load, 'done'], [refunds({ instructions })])
    const { messages } = await agent.chat('Load')
    expect(answersIn(messages)).toMatchObject([
      { status: 'error', content: expect.stringContaining('offline') },
    ])
    expect(namesIn(1)).toEqual(['load_scope'])
  })

  it('is not loaded if its words do not come in 10 s', async () => {
    const { agent, clock, namesIn } = subject([load, 'done'], [refunds({ instructions: never })])
    const run = agent.chat('Load')
    await clock.advance(10_000)
    expect(answersIn((await run).messages)).toMatchObject([
      { status: 'error', content: expect.stringContaining('did not come in 10 s') },
    ])
    expect(namesIn(1)).toEqual(['load_scope'])
  })

  it('with `untrusted` has its words in the envelope of third-party text', async () => {
    const { agent, endOf, model } = subject([load, 'done'], [refunds({ untrusted: true })])
    const run = agent.chat('Load')
    const { messages } = await run
    expect(endOf(0)).toContain('<scopes-on-demand trust=\\"untrusted\\"')
    expect(endOf(1)).toContain('<untrusted-content source=\\"instructions of refunds\\"')
    expect(JSON.stringify(model.requests[1]?.prompt[0])).not.toContain('Never more')
    expect(messages.at(-1)).toMatchObject({ taint: 'derived' })
  })

  it('refuses a name that is not there', async () => {
    const { agent } = subject([calls(call('load_scope', { name: 'x' })), 'done'])
    const { messages } = await agent.chat('Load')
    expect(answersIn(messages)).toMatchObject([
      { status: 'error', content: expect.stringContaining('Load one of') },
    ])
  })
})

describe('the instructions of a scope', () => {
  it('that cannot be read end the run', async () => {
    const instructions = (): never => {
      throw new Error('no store')
    }
    const scope = new Scope({ name: 'orders', instructions })
    const { agent } = subject(['hi'], [scope])
    await expect(agent.chat('Hello')).rejects.toThrow('The instructions of scope "orders"')
  })

  it('or of the agent that do not come in 10 s end the run', async () => {
    const scope = new Scope({ name: 'orders', instructions: never })
    for (const { agent, clock } of [
      subject([], [scope]),
      subject([], [], { instructions: never }),
    ]) {
      const failure = failureOf(agent.chat('Hello'))
      await clock.advance(10_000)
      expect(String(await failure)).toContain('did not come in 10 s')
    }
  })
})
