import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { type AgentOptions, createBudget } from '../index.ts'

const warn = vi.spyOn(console, 'warn')
beforeEach(() => void warn.mockReset())
afterEach(() => vi.unstubAllEnvs())

const make = (modelId: string, options: Partial<AgentOptions>) =>
  agentUnderTest(['done'], options, { modelId })

describe('createAgent', () => {
  it.each<[string, Partial<AgentOptions>]>([
    ['a limit', { limits: { costUsd: 1 } }],
    ['a budget', { limits: { costUsd: createBudget({ max: 1 }) } }],
    [
      'a limit and the price of another',
      { limits: { costUsd: 0 }, prices: { b: { input: 1, output: 1 } } },
    ],
  ])('R18 tells of %s of money without the price of its model, once', (what, options) => {
    make(`model ${what}`, options)
    make(`model ${what}`, options)
    expect(warn.mock.calls).toEqual([
      [expect.stringMatching(/^\[ambit\] .*"model a .*`prices` has no "model a .*prices: \{/)],
    ])
  })

  it.each<[string, Partial<AgentOptions>]>([
    ['no limit of money', { limits: { tokens: 1, custom: { x: createBudget({ max: 1 }) } } }],
    ['the limit Infinity', { limits: { costUsd: Infinity } }],
    [
      'the price',
      { limits: { costUsd: 1 }, prices: { 'with the price': { input: 0, output: 0 } } },
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
        code: 'unknown_price',
        message: expect.stringContaining('`prices` has no "quiet"'),
      }),
    )
  })
})
