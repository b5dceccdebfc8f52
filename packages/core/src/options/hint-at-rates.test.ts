import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { createBudget } from '../features/budgets/index.ts'
import type { AgentOptions } from '../index.ts'

const warn = vi.spyOn(console, 'warn')
beforeEach(() => void warn.mockReset())
afterEach(() => vi.unstubAllEnvs())

const make = (modelId: string, options: Partial<AgentOptions>) =>
  agentUnderTest(['done'], options, { modelId })

describe('createAgent', () => {
  it.each<[string, Partial<AgentOptions>]>([
    ['a limit', { limits: { costUsd: 1 } }],
    ['a budget', { budgets: [createBudget('costUsd', { limit: 1 })] }],
    [
      'a limit and the rate of another',
      { limits: { costUsd: 0 }, rates: { b: { prompt: 1, completion: 1 } } },
    ],
  ])('R18 tells of %s of money without the rate of its model, once', (what, options) => {
    make(`model ${what}`, options)
    make(`model ${what}`, options)
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^\[ambit\] .*"model a .*`rates` has no "model a .*rates: \{/)],
    ])
  })

  it.each<[string, Partial<AgentOptions>]>([
    ['no limit of money', { limits: { tokens: 1 }, budgets: [createBudget('x', { limit: 1 })] }],
    ['the limit Infinity', { limits: { costUsd: Infinity } }],
    [
      'the rate',
      { limits: { costUsd: 1 }, rates: { 'with the rate': { prompt: 0, completion: 0 } } },
    ],
  ])('R18 says nothing with %s', (what, options) => {
    make(`with ${what}`, options)
    expect(warn).not.toHaveBeenCalled()
  })

  it('R18 says nothing in the console of production, and the run still warns', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const run = make('quiet', { limits: { costUsd: 1 } }).agent.chat('go')
    await run
    expect(warn).not.toHaveBeenCalled()
    expect(run.events).toContainEqual(
      expect.objectContaining({
        type: 'agent:warning',
        code: 'unknown_rate',
        message: expect.stringContaining('`rates` has no "quiet"'),
      }),
    )
  })
})
