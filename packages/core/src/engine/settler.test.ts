import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../agent-under-test.ts'
import type { Settlement, Settler } from '../index.ts'

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

const toolRun = () =>
  agentUnderTest([calls(call('x')), 'done'], {
    tools: [anyTool('x', () => 'ok', { waitFor: 'orders' })],
  })

describe('a settler', () => {
  it('is told of the request, asked before the tool, and waited for after it', async () => {
    const { agent } = toolRun()
    const { log, settler } = observed()
    agent.addSettler(settler)
    const run = agent.chat('go')
    await run
    expect(log).toEqual(['baseline', 'before tool', 'settle 2000 orders', 'baseline'])
    const events = run.events.filter(({ type }) => type === 'agent:settled')
    expect(events).toMatchObject([{ ok: true, why: 'react', durationMs: 3, iteration: 0 }])
  })

  it('that gives up is named, and the run goes on', async () => {
    const { agent } = toolRun()
    agent.addSettler(observed().settler)
    agent.addSettler(observed({ ok: false, why: 'until', durationMs: 2_000 }).settler)
    const run = agent.chat('go')
    expect(await run).toMatchObject({ content: 'done' })
    const event = run.events.find(({ type }) => type === 'agent:settled')
    expect(event).toMatchObject({ ok: false, why: 'until', durationMs: 2_000 })
  })

  it('hears nothing when `settle` is false, or once it is removed', async () => {
    const { log, settler } = observed()
    const first = toolRun().agent
    first.addSettler(settler)
    await first.chat('go', { settle: false })
    const second = toolRun().agent
    second.addSettler(settler)()
    await second.chat('go')
    expect(log).toEqual([])
  })
})
