import { call, calls, flush } from '@ambit/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import type { AgentEvent, AgentOptions, Settlement, Settler } from '../index.ts'

afterEach(() => vi.restoreAllMocks())

const settled: Settlement = { ok: true, why: 'react', durationMs: 3 }

const two = [calls(call('x'), call('x')), 'done']

/** Creates an agent with a tool `x`, and a log of what its settler is asked and its tool does. */
function observed(
  options: Partial<AgentOptions> = {},
  settle: Settler['settle'] = async () => settled,
  replies = two,
) {
  const log: string[] = []
  const handler: Parameters<typeof anyTool>[1] = (_, ctx) => {
    log.push('x')
    ctx.undo(() => log.push('undo'))
  }
  // A call that only reads runs on a page that is not ready, too.
  const tools = [anyTool('x', handler, { effect: 'read' })]
  const under = agentUnderTest(replies, { tools, ...options })
  under.agent.use({
    name: 'page',
    settle: {
      baseline: () => void log.push('request'),
      beforeTool: async () => undefined,
      settle: (at) => {
        log.push(`settle ${at.timeoutMs}`)
        return settle(at)
      },
    },
  })
  return { ...under, log }
}

const waitsOf = (events: readonly AgentEvent[]) =>
  events.filter((event) => event.type === 'agent:settled')

describe('a call', () => {
  it('R65 waits until the page shows what the call before it changed, and says so', async () => {
    const { agent, log } = observed()
    const run = agent.chat('go')
    await run
    expect(log).toEqual(['request', 'x', 'settle 1950', 'x', 'settle 1950', 'request'])
    const [, second] = answersIn(agent.history.messages)
    const [between, after] = waitsOf(run.events)
    expect(between).toMatchObject({
      beforeCallId: second?.id,
      iteration: 0,
      ok: true,
      durationMs: 3,
    })
    expect(after).not.toHaveProperty('beforeCallId')
  })

  it('R65 waits for a call of the page, whichever run made it, and so does a request', async () => {
    const { agent, log } = observed({}, undefined, ['hello'])
    await agent.runTool('x')
    await agent.runTool('x')
    expect(log).toEqual(['x', 'settle 1950', 'x'])
    await agent.chat('go')
    expect(log.slice(3)).toEqual(['settle 1950', 'request'])
  })

  it('waits for nothing where no handler has run, or has had its time', async () => {
    const { agent, log, clock } = observed({}, undefined, [calls(call('y'), call('y')), 'done'])
    await agent.chat('go')
    expect(log).toEqual(['request', 'settle 1950', 'request'])
    await agent.runTool('x')
    await clock.advance(2_000)
    await agent.runTool('x')
    expect(log.slice(3)).toEqual(['x', 'x'])
  })

  it('waits for nothing where `settle` is false', async () => {
    const { agent, log } = observed({ settle: false })
    await agent.chat('go')
    expect(log).toEqual(['x', 'x'])
  })

  it('waits for none of those that run at once with it', async () => {
    const { agent, log } = observed({ calls: { order: 'parallel' } })
    await agent.chat('go')
    expect(log).toEqual(['request', 'x', 'x', 'settle 1950', 'request'])
  })

  it('waits less on a page that was not ready in time, but not for a scope', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const late = async () => ({ ok: false, why: 'marker', durationMs: 2_000 })
    const [three] = [calls(call('x'), call('x'), call('x'))]
    const { agent, log } = observed({}, late, [three, 'done'])
    await agent.chat('go')
    const waits = ['settle 1950', 'x', 'settle 225', 'x', 'settle 1950', 'request']
    expect(log).toEqual(['request', 'x', ...waits])
    agent.scopes.replaceTool(anyTool('x', () => 'ok', { run: { waitForScope: 'orders' } }))
    await agent.runTool('x')
    log.length = 0
    const run = agent.runTool('x')
    await flush()
    expect(log).toEqual(['settle 1950'])
    run.cancel()
    await failureOf(run)
  })

  it('does not run if its run is cancelled while it waits', async () => {
    const { agent, log } = observed({}, () => new Promise(() => undefined))
    const run = agent.chat('go')
    await flush()
    run.cancel({ kind: 'user' })
    await failureOf(run)
    expect(log).toEqual(['request', 'x', 'settle 1950'])
    const statuses = answersIn(agent.history.messages).map(({ status }) => status)
    expect(statuses).toEqual(['ok', 'cancelled'])
  })

  it('R65 waits again for a call of the page that ended while it waited', async () => {
    const gate = Promise.withResolvers<Settlement>()
    const { agent, log } = observed({}, () => gate.promise)
    await agent.runTool('x')
    const second = agent.runTool('y').catch(() => undefined)
    await flush()
    await agent.with({ settle: false }).chat('go')
    gate.resolve(settled)
    await second
    await agent.runTool('x')
    expect(log).toEqual(['x', 'settle 1950', 'x', 'x', 'settle 1950', 'x'])
  })

  it('R65 undoes each step on the page that shows the one before it', async () => {
    const { agent, log } = observed()
    const run = agent.chat('go')
    await run
    log.length = 0
    await agent.undo(run.id)
    expect(log).toEqual(['undo', 'settle 1950', 'undo'])
  })

  it('R65 is tried again on the page that shows the attempt before it, unless it was cancelled', async () => {
    const { agent, log } = observed({}, undefined, [calls(call('z')), 'done'])
    let attempts = 0
    const handler = () => {
      log.push('z')
      if (++attempts < 3) throw new Error('no')
    }
    agent.scopes.addTool('agent', anyTool('z', handler, { run: { retry: { attempts: 3 } } }))
    await agent.chat('go')
    expect(log).toEqual([
      'request',
      'z',
      'settle 1950',
      'z',
      'settle 1950',
      'z',
      'settle 1950',
      'request',
    ])
    attempts = 0
    log.length = 0
    agent.use({
      name: 'page',
      settle: {
        baseline: () => undefined,
        beforeTool: async () => undefined,
        settle: async () => {
          agent.cancel()
          return settled
        },
      },
    })
    await failureOf(agent.runTool('z'))
    expect(log.filter((entry) => entry === 'z')).toHaveLength(1)
  })
})

/** The ways in which a settler can fail, by what it does. */
const broken: Record<string, Partial<Settler>> = {
  'throws in `baseline`': { baseline: () => fail() },
  'rejects in `baseline`': { baseline: () => Promise.reject(new Error('No')) as never },
  'throws in `beforeTool`': { beforeTool: () => fail() },
  'rejects in `beforeTool`': { beforeTool: async () => fail() },
  'never ends `beforeTool`': { beforeTool: () => new Promise(() => undefined) },
  'throws in `settle`': { settle: () => fail() },
  'rejects in `settle`': { settle: async () => fail() },
  'never ends `settle`': { settle: () => new Promise(() => undefined) },
}

const fail = (): never => {
  throw new Error('No')
}

describe('R69 a settler', () => {
  for (const [how, parts] of Object.entries(broken)) {
    it(`R69 that ${how} is told of once, and the run goes on`, async () => {
      const { agent, clock } = agentUnderTest(two, { tools: [anyTool('x')] })
      const beforeTool = async (): Promise<void> => undefined
      agent.use({
        name: 'page',
        settle: {
          baseline: () => undefined,
          beforeTool,
          settle: async () => settled,
          ...parts,
        },
      })
      const run = agent.chat('go')
      await flush()
      while (run.status === 'running') await clock.advance(2_000)
      expect(await run).toMatchObject({ content: 'done' })
      const warnings = run.events.filter(({ type }) => type === 'agent:warning')
      expect(warnings).toMatchObject([{ code: 'settler_failed' }])
      const isHeld = parts.settle !== undefined
      const outcome = isHeld ? { ok: false, why: 'settler' } : { ok: true }
      expect(waitsOf(run.events)).toMatchObject([outcome, outcome])
      expect(clock.pending).toBe(0)
    })
  }

  it('R69 that answers nonsense counts as not ready', async () => {
    const { agent, log } = observed({}, async () => undefined as never)
    const run = agent.chat('go')
    expect(await run).toMatchObject({ content: 'done' })
    expect(waitsOf(run.events)).toMatchObject([{ ok: false, why: 'settler' }, { ok: false }])
    expect(log).toHaveLength(6)
  })
})
