import { describe, expect, it } from 'vitest'
import {
  errorOf,
  finish,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../../test/proxy-under-test.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import { MockLanguageModelV4 } from 'ai/test'

type Limits = NonNullable<ProxyOptions['limits']>

/** A proxy for the user of the header `x-user`, whose plan is the beginning of the name. */
function setUp(limits: Partial<Limits> = {}) {
  const model = new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf([finish]) }) })
  const { handle, log } = proxyUnderTest({
    authorize: ({ headers }) => headers.get('x-user'),
    models: { m: model },
    limits: {
      requests: 2,
      plans: { free: { requests: 1 }, pro: { requests: 4, tokens: 1e6 } },
      plan: async (subject) => /^(free|pro|gold)/.exec(subject)?.[0],
      ...limits,
    },
  })
  const send = async (user: string) => {
    const response = await handle(requestOf({ headers: { 'x-user': user } }))
    await response.clone().text()
    return response
  }
  /** Sends until the proxy refuses. Returns the number of answers. */
  const answersFor = async (user: string): Promise<number> => {
    for (let count = 0; ; count++) if ((await send(user)).status !== 200) return count
  }
  const usageOf = async (user: string) => {
    const headers = { 'x-user': user }
    const response = await handle(requestOf({ path: '/api/agent/usage', method: 'GET', headers }))
    return (await response.json()) as { usage: Record<string, { max: number }> }
  }
  return { send, answersFor, usageOf, log }
}

describe('limits of plans', () => {
  it('hold for the subjects of the plan, and those of all for the others', async () => {
    const { answersFor } = setUp()
    expect(await answersFor('free-ann')).toBe(1)
    expect(await answersFor('pro-bob')).toBe(4)
    expect(await answersFor('cleo')).toBe(2)
    expect(await answersFor('pro-dan')).toBe(4)
  })

  it('are what /usage tells', async () => {
    const { usageOf } = setUp()
    expect((await usageOf('free-ann')).usage).toMatchObject({ requests: { max: 1 } })
    const { usage } = await usageOf('pro-bob')
    expect(usage).toMatchObject({ requests: { max: 4 }, tokens: { max: 1e6 } })
    expect((await usageOf('cleo')).usage).not.toHaveProperty('tokens')
  })

  it('bring the longest answer of a budget', async () => {
    const { send, usageOf } = setUp({ plans: { pro: { tokens: 8192 } } })
    expect(await errorOf(await send('pro-bob'))).toMatchObject({ code: 'budget_exhausted' })
    expect((await send('cleo')).status).toBe(200)
    expect((await usageOf('pro-bob')).usage).toMatchObject({ tokens: { max: 8192 } })
  })

  it.each<[what: string, plan: Limits['plan']]>([
    ['of an unknown name', () => 'gold'],
    ['that are no text', (() => ({ name: 'pro' })) as never],
    ['of a function that throws', () => Promise.reject(new Error('the table is locked'))],
  ])('%s refuse the request', async (_what, plan) => {
    const { send, log } = setUp({ plan })
    expect((await send('pro-bob')).status).toBe(500)
    expect(log[0]?.cause?.message).toMatch(/`limits.plan`|the table is locked/)
  })

  it.each<[given: Partial<Limits>, message: string]>([
    [{ plan: undefined }, '`limits.plan` and `limits.plans` need each other'],
    [{ plans: {} }, '`limits.plan` and `limits.plans` need each other, with one plan at least'],
    [{ plans: undefined }, '`limits.plan` and `limits.plans` need each other'],
    [{ plans: { pro: { request: 4 } as never } }, 'has no option `request`. Is it `requests`?'],
    [{ plans: { pro: { tokens: 0 } } }, '`limits.plans["pro"].tokens` is 0'],
    [{ plans: { pro: { costUsd: 1 } } }, '`prices["m"]` is not'],
  ])('refuse to start with %j', (given, message) => {
    expect(() => setUp(given)).toThrow(message)
  })
})
