import { scriptedModel } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { failureOf } from '../../agent-under-test.ts'
import { AgentError, createAgent } from '../../index.ts'
import type * as values from '../../values/lazily.ts'
import { loadLoop } from './load-loop.ts'
import type * as runBodies from './run-bodies.ts'

const network = vi.hoisted(() => ({ isOnline: true }))

// The network between the page and the chunk.
vi.mock('../../values/lazily.ts', async (original) => {
  const { lazily } = await original<typeof values>()
  const overNetwork = (load: () => Promise<typeof runBodies>) =>
    lazily(async () => {
      if (network.isOnline) return load()
      throw new TypeError('Failed to fetch dynamically imported module')
    })
  return { lazily: overNetwork }
})

describe('an agent whose loop cannot be loaded', () => {
  it('rejects saying so, tells its end once, and works with the next message', async () => {
    network.isOnline = false
    delete loadLoop.loaded
    const agent = createAgent({ model: scriptedModel(['Hello']) })
    const run = agent.chat('Hi')
    const failure = await failureOf(run)
    expect(failure).toBeInstanceOf(AgentError)
    expect(failure.message).toContain('Reload it')
    expect(run.status).toBe('failed')
    expect(run.events.map(({ type }) => type)).toEqual(['agent:started', 'agent:failed'])
    expect(agent.activity.getState()).toMatchObject({ status: 'idle', error: failure })
    await failureOf(agent.execute('Hi'))
    await failureOf(agent.runTool('x'))
    network.isOnline = true
    expect(await agent.chat('Hi again')).toMatchObject({ content: 'Hello' })
  })
})

describe('an agent whose loop is still on its way', () => {
  it('begins what it was asked for in the order in which it was', async () => {
    delete loadLoop.loaded
    const agent = createAgent({ model: scriptedModel(['one', 'two', 'three']), onBusy: 'queue' })
    const runs = ['1', '2', '3'].map((text) => agent.chat(text))
    expect(agent.activity.getState()).toMatchObject({ status: 'running', runId: runs[0]?.id })
    runs[1]?.cancel({ kind: 'user' })
    await Promise.allSettled(runs)
    expect(runs.map(({ status }) => status)).toEqual(['completed', 'cancelled', 'completed'])
    const said = agent.history.messages.map((message) => 'content' in message && message.content)
    expect(said).toEqual(['1', 'one', '3', 'two'])
  })

  it('R47 is the run that it joins, where it is asked to steer', async () => {
    delete loadLoop.loaded
    const agent = createAgent({ model: scriptedModel(['one', 'two']), onBusy: 'steer' })
    const [first, second] = [agent.chat('1'), agent.chat('2')]
    expect(await second).toBe(await first)
    expect(second.id).toBe(first.id)
    expect(second.events).toBe(first.events)
    expect(second.report).toEqual(first.report)
  })
})
