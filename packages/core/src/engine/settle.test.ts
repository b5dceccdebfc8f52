// isolated: what is told on the console once in a page must not be told by another file first
import { call, calls, flush } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { Scope, type Settlement, type Settler, type WithOptions } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

const settled: Settlement = { ok: true, why: 'react', durationMs: 3 }

function observed(settlement: Settlement = settled) {
  const log: string[] = []
  const settler: Settler = {
    baseline: () => void log.push('baseline'),
    beforeTool: async () => void log.push('before tool'),
    settle: async ({ timeoutMs, waitFor }) => {
      log.push(`settle ${timeoutMs} ${waitFor.join()}`)
      return settlement
    },
  }
  return { log, settler }
}

const toolRun = (scopes: Scope[] = []) =>
  agentUnderTest([calls(call('x')), 'done'], {
    tools: [anyTool('x', () => 'ok', { run: { waitForScope: 'orders' } })],
    scopes,
  })

const orders = () => new Scope({ name: 'orders', tools: [] })

describe('a settler', () => {
  it('is told of the request, asked before the tool, and waited for after it', async () => {
    const { agent } = toolRun([orders()])
    const { log, settler } = observed()
    agent.use({ name: 'page', settle: settler })
    const run = agent.chat('go')
    await run
    expect(log).toEqual(['baseline', 'before tool', 'settle 1950 orders', 'baseline'])
    const events = run.events.filter(({ type }) => type === 'agent:settled')
    expect(events).toMatchObject([{ ok: true, why: 'react', durationMs: 3, iteration: 0 }])
  })

  it('that gives up is named, and the run goes on', async () => {
    const { agent } = toolRun([orders()])
    agent.use({ name: 'page', settle: observed().settler })
    const slow = observed({ ok: false, why: 'held-before-tool', durationMs: 2_000 })
    agent.use({ name: 'slow page', settle: slow.settler })
    const run = agent.chat('go')
    expect(await run).toMatchObject({ content: 'done' })
    const event = run.events.find(({ type }) => type === 'agent:settled')
    expect(event).toMatchObject({ ok: false, why: 'held-before-tool', durationMs: 2_000 })
  })

  it.each([
    ['react', 'still rendered'],
    ['rendering', 'renders for ever'],
    ['marker', 'still mounted'],
    ['until', 'still pending'],
    ['scope', 'had not come'],
    ['unstable', 'coming and going'],
  ])('that gives up each time is told of on the console once: %s', async (why, doing) => {
    const { calls: said } = vi.spyOn(console, 'warn').mockReturnValue().mock
    const { agent } = agentUnderTest([calls(call('x')), calls(call('x')), 'done'], {
      tools: [anyTool('x')],
    })
    const busy = observed({ ok: false, why, durationMs: 1_950.4 })
    agent.use({ name: 'page', settle: busy.settler })
    await agent.chat('go')
    const hint = new RegExp(`1950 ms .*\`${why}\`.*${doing}`)
    expect(said).toEqual([[expect.stringMatching(hint)]])
  })

  it('that knows nothing of scopes does not keep the one that a tool names from being waited for', async () => {
    const { agent } = toolRun()
    agent.use({ name: 'page', settle: observed().settler })
    const run = agent.chat('go')
    await vi.waitFor(() => expect(agent.getState().status).toBe('settling'))
    agent.scopes.register(orders())
    await run
    const event = run.events.find(({ type }) => type === 'agent:settled')
    expect(event).toMatchObject({ ok: true, why: 'react' })
  })

  it('hears nothing when `settle` is false, or once it is removed', async () => {
    const { log, settler } = observed()
    const first = toolRun([orders()]).agent
    first.use({ name: 'page', settle: settler })
    await first.with({ settle: false }).chat('go')
    const second = toolRun([orders()]).agent
    second.use({ name: 'page', settle: settler })()
    await second.chat('go')
    expect(log).toEqual([])
  })
})

describe('`waitFor` without a settler', () => {
  const settling = async (options: WithOptions = {}) => {
    const under = toolRun()
    const run = under.agent.with(options).chat('go')
    await flush()
    return { ...under, run }
  }

  it('holds the next request until the scope is there', async () => {
    const { agent, model, run } = await settling()
    expect(agent.getState().status).toBe('settling')
    expect(model.requests).toHaveLength(1)
    agent.scopes.register(new Scope({ name: 'orders', tools: [anyTool('y')] }))
    expect(await run).toMatchObject({ content: 'done' })
    expect(model.requests[1]?.tools?.map(({ name }) => name)).toContain('y')
    const event = run.events.find(({ type }) => type === 'agent:settled')
    expect(event).toMatchObject({ ok: true, why: 'scope' })
  })

  it('gives up after the bound, says so, and goes on', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const { clock, run } = await settling({ settle: 300 })
    await clock.advance(300)
    expect(await run).toMatchObject({ content: 'done' })
    const event = run.events.find(({ type }) => type === 'agent:settled')
    expect(event).toMatchObject({ ok: false, why: 'scope', durationMs: 300 })
  })

  it('ends with its run', async () => {
    const { clock, run } = await settling()
    run.cancel({ kind: 'user' })
    expect(await failureOf(run)).toMatchObject({ reason: { kind: 'user' } })
    expect(clock.pending).toBe(0)
  })

  it('is over at once where the scope is there, the call failed, or `settle` is false', async () => {
    await toolRun([orders()]).agent.chat('go')
    const failing = agentUnderTest([calls(call('x')), 'done'], {
      tools: [
        anyTool('x', () => Promise.reject(new Error('no')), { run: { waitForScope: 'orders' } }),
      ],
    })
    await failing.agent.chat('go')
    expect(await toolRun().agent.with({ settle: false }).chat('go')).toMatchObject({
      content: 'done',
    })
  })

  it('is kept when the tool goes with the page it leaves', async () => {
    const { agent, model } = agentUnderTest([calls(call('leave')), 'done'])
    const home = agent.scopes.register(new Scope({ name: 'home', tools: [] }))
    agent.scopes.addTool(
      'home',
      anyTool('leave', () => 'ok', { run: { waitForScope: 'orders' } }),
    )
    agent.use({ name: 'leaving', message: ({ message }) => message.role === 'tool' && home() })
    const run = agent.chat('go')
    await flush()
    expect(model.requests).toHaveLength(1)
    agent.scopes.register(orders())
    expect(await run).toMatchObject({ content: 'done' })
  })
})
