import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, failureOf } from '../../../test/agent-under-test.ts'
import { AgentError, type CancelReason, createAgent, Tool } from '../../index.ts'
import {
  type RunScope,
  type CodeToolOptions,
  runAgent,
  type RunAgentOptions,
} from '../code/index.ts'

/** Returns the error of `runAgent` with these options. */
async function errorOf(options: object): Promise<unknown> {
  let error: unknown
  await runAgent(async (scope: RunScope) => {
    try {
      // The scope of the body is not a context.
      const given =
        'parent' in options && options.parent === 'the scope' ? { parent: scope } : options
      await runAgent(() => 1, given as RunAgentOptions)
    } catch (thrown) {
      error = thrown
    }
  })
  return error
}

describe('wrong options of plain code', () => {
  it.each<[string, object]>([
    ['parent', { parent: 'the scope' }],
    ['parent', { parent: {} }],
    ['parent', { parent: [] }],
    ['parent', { parent: null }],
    ['parent', { parent: agentUnderTest([]).agent }],
    ['limits', { limits: 5 }],
    ['limits', { limits: Number.NaN }],
    ['limits', { limits: [] }],
    ['limits', { limits: new Map([['tokens', 5]]) }],
    ['signal', { signal: {} }],
    ['user.id', { user: { id: 5 } }],
  ])('are refused with the name `%s`: %o', async (name, options) => {
    const error = await errorOf(options)
    expect(AgentError.is(error)).toBe(true)
    expect((error as AgentError).message).toContain(`\`${name}\``)
  })

  it.each<[string, object]>([
    ['retry', { retry: {} }],
    ['retry', { retry: [] }],
    ['retry', { retry: null }],
    ['retry', { retry: { delay: '1ms' } }],
    ['retry', { retry: { attempts: Number.NaN } }],
    ['cost', { cost: 5 }],
    ['cost.tokens', { cost: { tokens: '5' } }],
    ['cost.custom', { cost: { custom: 5 } }],
    ['"costUsd" of `cost`', { cost: { costUsd: 1 } }],
    ['"backoff" of `retry`', { retry: { attempts: 2, backoff: '1s' } }],
  ])('of a tool are refused with the name `%s`: %o', async (name, options) => {
    let ran = 0
    const run = runAgent((agent) =>
      agent.tool('g', {}, () => Promise.reject(new Error(`${++ran}`)), options as CodeToolOptions),
    )
    expect((await failureOf(run)).message).toContain(name)
    expect(ran).toBe(0)
  })

  it('are refused by an agent and by a tool as well', () => {
    const limits = new Map([['tokens', 5]]) as object
    expect(() => createAgent({ model: scriptedModel([]), limits })).toThrow('`limits`')
    const retry = { delay: '1ms' } as unknown as number
    const handler = (): number => 1
    expect(() => new Tool({ name: 'a', description: 'a', handler, run: { retry } })).toThrow(
      'retry',
    )
  })

  it('text in place of a reason of a cancel is its message', async () => {
    const text = 'no longer needed' as unknown as CancelReason
    const never = (): Promise<never> => new Promise(() => undefined)
    const run = runAgent(never)
    run.cancel(text)
    const inside = runAgent((_agent, ctx) => ctx.run.cancel(text))
    for (const ended of [run, inside]) {
      const { message } = await failureOf(ended)
      expect(message).toContain('no longer needed')
      expect(message).not.toContain('undefined')
      expect(ended.events.at(-1)).toMatchObject({ reason: { kind: 'manual', message: text } })
    }
  })
})
