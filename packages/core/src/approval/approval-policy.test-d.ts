import type { LanguageModelV4 } from '@ai-sdk/provider'
import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  type Agent,
  type PendingApproval,
  type Effect,
  type EventOf,
  type JsonObject,
  Tool,
  createAgent,
} from '../index.ts'
import { redact } from '../features/redaction/index.ts'

describe('what a tool says of its calls', () => {
  it('gives `approval.when` and `approval.preview` the arguments as the handler gets them', () => {
    new Tool({
      name: 'x',
      description: 'x',
      parameters: z.object({ to: z.string(), amount: z.number().default(1) }),
      handler: () => 1,
      approval: {
        when: (args) => {
          expectTypeOf(args).toEqualTypeOf<{ to: string; amount: number }>()
          return args.amount > 100
        },
        preview: (args, ctx) => {
          expectTypeOf(args.amount).toEqualTypeOf<number>()
          expectTypeOf(ctx.callId).toEqualTypeOf<string>()
          return `${args.amount} to ${args.to}`
        },
      },
    })
  })

  it('takes one of four effects', () => {
    expectTypeOf<Effect>().toEqualTypeOf<'read' | 'write' | 'egress' | 'destructive'>()
    // @ts-expect-error -- no such effect
    new Tool({ name: 'x', description: 'x', handler: () => 1, effect: 'harmless' })
  })
})

describe('approval', () => {
  it('takes a decision of any form, at once or later, or none', () => {
    const model = {} as LanguageModelV4
    createAgent({ model, approval: { decide: () => true } })
    createAgent({
      model,
      approval: { decide: async ({ args }) => ({ decision: 'approve', args, remember: '10m' }) },
    })
    createAgent({ model, approval: { decide: () => ({ decision: 'deny', comment: 'no' }) } })
    createAgent({
      model,
      approval: { decide: ({ effect }) => (effect === 'read' ? true : undefined) },
    })
    // @ts-expect-error -- no decision
    createAgent({ model, approval: { decide: () => ({ decision: 'later' }) } })
    // @ts-expect-error -- no calls
    createAgent({ model, approval: { ask: 'some' } })
  })

  it('has requests that nobody can write to', () => {
    expectTypeOf<PendingApproval['args']>().toEqualTypeOf<JsonObject>()
    expectTypeOf<
      Extract<EventOf<'agent:pending_added'>['pending'], { kind: 'approval' }>
    >().toExtend<PendingApproval>()
    expectTypeOf<Agent['pending']['approve']>().returns.toEqualTypeOf<boolean>()
  })

  it('keeps the type of what is redacted', () => {
    expectTypeOf(redact({ pin: 1 }).reveal()).toEqualTypeOf<{ pin: number }>()
  })
})
