import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { pendingOne } from '../../test/pending-approvals.ts'
import { Tool, type ToolOptions } from '../index.ts'

type AnyOptions = Partial<ToolOptions<never, unknown>>

/** Shows a call to a user who allows it. Resolves with what was shown and what the tool got. */
async function play(parameters: z.ZodType, given: object, rest: AnyOptions = {}) {
  const got: unknown[] = []
  const tool = new Tool<never>({
    name: 'x',
    description: 'x',
    parameters: parameters as never,
    effect: 'destructive',
    handler: (args: unknown) => void got.push(args),
    ...rest,
  })
  const { agent } = agentUnderTest([calls(call('x', given as never)), 'done'], { tools: [tool] })
  agent.pending.attach('approval')
  const run = agent.chat('go')
  const request = await pendingOne(agent)
  agent.pending.approve(request.id)
  await run
  return { request, got: got[0] }
}

/** Returns a schema of many numbers that becomes the first of them, and the times it was parsed. */
function counted(width: number, isAsync = false) {
  const names = Array.from({ length: width }, (_, at) => `a${at}`)
  const parses = { count: 0 }
  const take = (args: Record<string, number>) => {
    parses.count++
    return { first: args['a0'] }
  }
  const shape = z.object(Object.fromEntries(names.map((name) => [name, z.number()])))
  const schema = shape.transform(isAsync ? (args) => Promise.resolve(take(args)) : take)
  const given = Object.fromEntries(names.map((name, at) => [name, at]))
  return { schema, given, parses }
}

describe('the arguments of a call that a user is asked about', () => {
  it.each([1, 30, 200])(
    'R57 are parsed once, for the card and the handler: %i of them',
    async (width) => {
      const { schema, given, parses } = counted(width)
      const { request, got } = await play(schema, given)
      expect(parses.count).toBe(1)
      expect(request.asked).toEqual(given)
      expect(request.args).toEqual({ first: 0 })
      expect(got).toEqual({ first: 0 })
    },
  )

  it('R57 are parsed once more for the functions of the tool, which share that parse', async () => {
    const { schema, given, parses } = counted(5)
    const seen: unknown[] = []
    const see = (args: unknown): string => `${seen.push(args)}`.slice(0, 0) + 'same'
    const { got } = await play(schema, given, {
      effect: 'write',
      approval: { when: (args) => see(args) === 'same', remember: see, preview: see, binds: see },
    })
    expect(parses.count).toBe(2)
    expect(new Set(seen.map((args) => JSON.stringify(args)))).toEqual(new Set(['{"first":0}']))
    expect(seen.length).toBeGreaterThan(3)
    expect(got).toEqual({ first: 0 })
  })

  it('R57 are parsed no more often by an asynchronous schema', async () => {
    const { schema, given, parses } = counted(5, true)
    const { got } = await play(schema, given)
    // zod tries an asynchronous schema synchronously first.
    expect(parses.count).toBe(2)
    expect(got).toEqual({ first: 0 })
  })

  it('R57 are shown as the handler gets them, beside what the model asked for', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const shape = z.object(Object.fromEntries(names.map((name) => [name, z.number()])))
    const given = Object.fromEntries(names.map((name, at) => [name, at]))
    const { request, got } = await play(
      shape.transform((args) => ({ ...args, total: 1 })),
      given,
    )
    expect(request.asked).toEqual(given)
    expect(request.args).toEqual({ ...given, total: 1 })
    expect(got).toEqual({ ...given, total: 1 })
  })

  it('R57 reach the handler as a parse that no function of the tool has had', async () => {
    const change = (args: { list: number[] }): string => {
      args.list.push(99)
      return 'same'
    }
    const { request, got } = await play(
      z.object({ list: z.array(z.number()) }),
      { list: [1] },
      {
        effect: 'write',
        approval: {
          when: (args) => change(args) === 'same',
          remember: change,
          preview: change,
          binds: change,
        },
      },
    )
    expect(request.args).toEqual({ list: [1] })
    expect(got).toEqual({ list: [1] })
  })
})
