import { call, calls } from '@ambit/testing'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { agentUnderTest, answersIn } from '../../test/agent-under-test.ts'
import { pendingOne } from '../../test/pending-approvals.ts'
import { type JsonValue, Tool, type ToolOptions } from '../index.ts'

const parameters = z.object({ order: z.string(), cents: z.number().default(500) })
type Args = z.infer<typeof parameters>

/** An agent whose model refunds the order A-7, with the options of the tool. */
function subject(rest: Partial<ToolOptions<Args, unknown>> = {}) {
  const refunded: Args[] = []
  const refund = new Tool({
    name: 'refund_order',
    description: 'Refund.',
    parameters,
    handler: (args) => void refunded.push(args),
    effect: 'destructive',
    title: ({ order, cents }) => `Refund ${cents} of ${order}?`,
    ...rest,
  })
  const under = agentUnderTest([calls(call('refund_order', { order: 'A-7' })), 'done'], {
    tools: [refund],
  })
  under.agent.pending.attach('approval')
  return { ...under, refund, refunded }
}

describe('R57 a title that is a function', () => {
  it('says in a sentence what is asked, of the arguments that the handler gets', async () => {
    const { agent, refund, refunded } = subject()
    const run = agent.chat('go')
    const request = await pendingOne(agent)
    expect(request).toMatchObject({ title: 'Refund order', sentence: 'Refund 500 of A-7?' })
    expect(refund.title).toBe('Refund order')
    agent.pending.approve(request.id)
    await run
    expect(refunded).toEqual([{ order: 'A-7', cents: 500 }])
  })

  it('gets the preview, also one that comes later', async () => {
    for (const of of ['Ann', Promise.resolve('Ann')]) {
      const { agent } = subject({
        title: ({ order }, preview) => `Refund ${order} to ${String(preview)}?`,
        approval: { preview: () => of },
      })
      const run = agent.chat('go')
      const request = await pendingOne(agent)
      expect(request).toMatchObject({ preview: 'Ann', sentence: 'Refund A-7 to Ann?' })
      agent.pending.deny(request.id)
      await run
    }
  })

  it('A4 asks once more if the sentence is another one after the yes', async () => {
    let name = 'Ann'
    const { agent, refunded } = subject({ title: () => `Refund ${name}?` })
    const run = agent.chat('go')
    const first = await pendingOne(agent)
    name = 'Bob'
    agent.pending.approve(first.id)
    const second = await pendingOne(agent)
    expect(second).toMatchObject({ sentence: 'Refund Bob?', replaces: first.id })
    name = 'Cid'
    agent.pending.approve(second.id)
    await run
    expect(refunded).toEqual([])
    expect(answersIn(agent.history.messages)[0]?.status).toBe('stale')
  })

  it.each<[string, Partial<ToolOptions<Args, unknown>>]>([
    [
      'it throws',
      {
        title: () => {
          throw new Error('No.')
        },
      },
    ],
    ['it returns no text', { title: () => ' ' }],
    ['it returns a promise', { title: (async () => 'Later') as never }],
    [
      'the preview failed',
      {
        approval: {
          preview: () => {
            throw new Error('No.')
          },
        },
      },
    ],
    ['it is a text', { title: 'Refund' }],
  ])('gives no sentence if %s', async (_, rest) => {
    const { agent } = subject(rest)
    const run = agent.chat('go')
    const request = await pendingOne(agent)
    expect(request).not.toHaveProperty('sentence')
    expect(request.title).toMatch(/^Refund/)
    agent.pending.deny(request.id)
    await run
  })

  it('has the types of the arguments', () => {
    new Tool({
      name: 'a',
      description: 'A.',
      parameters,
      handler: () => 1,
      title: (args, preview) => {
        expectTypeOf(args).toEqualTypeOf<Args>()
        expectTypeOf(preview).toEqualTypeOf<JsonValue | undefined>()
        return args.order
      },
    })
  })
})
