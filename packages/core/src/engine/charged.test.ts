import { call, calls, flush } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { jsonSchema, Tool } from '../index.ts'
import { agentUnderTest } from '../../test/agent-under-test.ts'

const never = (): Promise<never> => new Promise(() => undefined)

const charging = (name: string, tokens: number, handler: () => unknown, timeout?: '1s'): Tool =>
  new Tool({
    name,
    description: name,
    parameters: jsonSchema({ type: 'object' }),
    run: { timeout, cost: { tokens } },
    handler,
  })

const tools = [
  charging('good', 10, () => 1),
  charging('bad', 7, () => Promise.reject(new Error('no'))),
  charging('late', 5, never, '1s'),
  charging('deaf', 3, never),
]

describe('`charged` of the end of a call', () => {
  it.each(['serial', 'parallel'] as const)(
    'R75 adds up to what the run was charged, however its calls end: %s',
    async (order) => {
      const { agent, clock } = agentUnderTest(
        [calls(call('good'), call('bad'), call('late'), call('nope'), call('deaf'), call('good'))],
        { tools, calls: { order, concurrency: 6 } },
      )
      const run = agent.chat('go')
      await flush()
      await clock.advance(1_000)
      run.cancel()
      await run.catch(() => undefined)
      const ends = run.events.filter((event) => 'charged' in event)
      expect(ends).toHaveLength(6)
      const sum = ends.reduce((total, { charged }) => total + (charged['tokens'] ?? 0), 0)
      expect(sum).toBe(run.report?.charged['tokens'])
      expect(sum).toBe(order === 'parallel' ? 35 : 25)
      const ofUnknown = ends.find(({ tool }) => tool === 'nope')
      expect(ofUnknown?.charged).toEqual({})
    },
  )
})
