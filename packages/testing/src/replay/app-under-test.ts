import { type Agent, Scope, Tool, unavailable } from '@ambit/core'
import * as z from 'zod'
import type { Reply } from '../reply.ts'
import { testAgent, type TestAgentOptions } from '../test-agent.ts'

export interface Changes extends TestAgentOptions {
  readonly role?: 'admin' | 'viewer'
  readonly shown?: number
  readonly filterName?: string
  readonly statuses?: readonly [string, ...string[]]
  readonly description?: string
  readonly asksForFilter?: boolean
  readonly refundEffect?: 'destructive' | 'write'
  readonly lateEnabled?: () => boolean
}

/** Creates an app of orders: a filter, a refund that asks, a tool whose `enabled` throws. */
export function createOrders(replies: readonly Reply[], changes: Changes = {}): Agent {
  const { role = 'admin', shown = 1, filterName = 'filter', statuses = ['all', 'open'] } = changes
  const { description = 'Filter.', asksForFilter = false, refundEffect = 'destructive' } = changes
  const { role: _r, shown: _s, filterName: _f, statuses: _t, description: _d, ...options } = changes
  const { asksForFilter: _a, refundEffect: _e, ...rest } = options
  const state = { status: 'all' }
  const refunded = new Set<string>()
  const filter = new Tool({
    name: filterName,
    description,
    parameters: z.object({ status: z.enum(statuses) }),
    approval: asksForFilter,
    handler: ({ status }, context) => {
      const before = state.status
      context.undo(() => void (state.status = before))
      state.status = status
      return { shown, at: new Date().toISOString() }
    },
  })
  const refund = new Tool({
    name: 'refund',
    description: 'Refund.',
    effect: refundEffect,
    parameters: z.object({ id: z.string(), amount: z.number().default(5) }),
    enabled: () =>
      role === 'viewer'
        ? unavailable('Your role may not refund')
        : state.status === 'open' || unavailable('Open an order first'),
    handler: ({ id, amount }, context) => {
      refunded.add(id)
      context.undo(() => void refunded.delete(id))
      return { refunded: id, amount }
    },
  })
  const ship = new Tool({
    name: 'ship',
    description: 'Ship.',
    enabled: () => {
      throw new Error('no user')
    },
    handler: () => 1,
  })
  const choose = new Tool({
    name: 'choose',
    description: 'Choose.',
    handler: async (_, { ask }) => ({
      chosen: await ask({ message: 'Which one?', schema: z.string() }),
    }),
  })
  const orders = new Scope({
    name: 'orders',
    context: () => ({ status: state.status }),
    tools: [filter, refund, ship, choose],
  })
  return testAgent({ script: replies, scopes: [orders], ...rest })
}

/** Answers every approval as `decide` does. Returns a function that ends it. */
export function answerAs(
  agent: Agent,
  decide: (id: string, nth: number) => unknown = (id) => agent.pending.approve(id),
): () => void {
  const seen = new Set<string>()
  const leave = agent.pending.attach('approval')
  const stop = agent.pending.subscribe(() => {
    for (const { id } of agent.pending.list('approval')) {
      if (seen.has(id)) continue
      seen.add(id)
      queueMicrotask(() => void decide(id, seen.size))
    }
  })
  return () => {
    stop()
    leave()
  }
}
