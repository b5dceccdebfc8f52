import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { AgentError, type Limits, systemClock } from '../index.ts'
import { runAgent } from '../features/code/index.ts'

const names = [
  'iterations',
  'tokens',
  'costUsd',
  'calls',
  'time',
  'identicalCalls',
] as const satisfies readonly (keyof Limits)[]

describe('limits', () => {
  it.each(names)('R18 R19 that are Infinity never trip: %s', async (name) => {
    const limits = { [name]: Infinity }
    const tools = [anyTool('x')]
    const { agent, clock } = agentUnderTest([calls(call('x')), 'done'], { limits, tools })
    expect((await agent.chat('go')).content).toBe('done')
    expect(clock.pending).toBe(0)
    const { result } = await runAgent((code) => code.tool('x', {}, () => 1), { limits })
    expect(result).toBe(1)
  })

  it.each(names)('are refused where they are no number from 0: %s', (name) => {
    for (const limit of [-1, Number.NaN, '5' as never]) {
      expect(() => agentUnderTest([], { limits: { [name]: limit } })).toThrow(AgentError)
      expect(() => runAgent(() => 1, { limits: { [name]: limit } })).toThrow(`limits.${name}`)
    }
    const prices = { scripted: { input: 1, output: 1 } }
    const part = () => agentUnderTest([], { limits: { [name]: 1.5 }, prices })
    if (name === 'costUsd' || name === 'time') part()
    else expect(part).toThrow('whole number')
  })
})

describe('systemClock', () => {
  it('R30 waits, where the environment would fire a timer of more than 24 days at once', () => {
    vi.useFakeTimers()
    const fired = vi.fn()
    const timer = systemClock.setTimeout(fired, 1_000 * 3_600_000)
    vi.advanceTimersByTime(3_600_000)
    expect(fired).not.toHaveBeenCalled()
    systemClock.clearTimeout(timer)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})
