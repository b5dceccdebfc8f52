import { APICallError, type LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type AgentOptions, createAgent, createProxyModel } from '@ambit/core'
import { memoryLedger } from '@ambit/core/budget'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { delta, proxyUnderTest, streamOf } from '../../test/proxy-under-test.ts'

const tokens = (total: number) => ({ inputTokens: { total }, outputTokens: { total } })
const finish = {
  type: 'finish',
  usage: tokens(1_000),
  finishReason: { unified: 'stop', raw: 'stop' },
  providerMetadata: { own: { cached: true } },
} as unknown as LanguageModelV4StreamPart

const good = () =>
  new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf([delta, finish]) }) })
const bad = () =>
  new MockLanguageModelV4({
    doStream: async () => {
      const url = 'https://x.example'
      throw new APICallError({ message: 'no', url, requestBodyValues: {}, statusCode: 503 })
    },
  })

/** Creates an agent of `bad`, in whose place the proxy asks `good`. */
function agentOf(options: Partial<AgentOptions>, models = { bad: bad(), good: good() }) {
  const { handle } = proxyUnderTest({ models, retry: { fallback: { bad: ['good'] } } })
  const model = createProxyModel({
    baseURL: 'https://app.example/api/agent',
    modelId: 'bad',
    fetch: (url, init) => handle(new Request(url as string, init)),
  })
  return createAgent({ model, ...options })
}

const prices = { bad: { input: 1, output: 1 }, good: { input: 100, output: 100 } }

describe('an answer of another model than the one that was asked', () => {
  it('names it, counts its price, and stands in its row of the ledger', async () => {
    const ledger = memoryLedger()
    const { model, costUsd } = await agentOf({ prices, use: [ledger] }).chat('Hi')
    expect({ model, costUsd }).toEqual({ model: 'good', costUsd: 0.2 })
    expect(ledger.rows).toMatchObject([{ model: 'good', costUsd: 0.2 }])
  })

  it('counts against a limit of money', async () => {
    const agent = agentOf({ prices, limits: { costUsd: 0.1 } })
    await expect(agent.chat('Hi')).rejects.toMatchObject({ budgetKey: 'costUsd', spent: 0.2 })
  })

  it('is warned of if there is no price for it', async () => {
    const agent = agentOf({ prices: { bad: prices.bad }, limits: { costUsd: 1 } })
    const warned: string[] = []
    agent.on('agent:warning', ({ code, message }) => warned.push(`${code} ${message}`))
    expect(await agent.chat('Hi')).not.toHaveProperty('costUsd')
    expect(warned).toEqual([expect.stringMatching(/^unknown_price .*"good"/)])
  })
})

describe('an answer of the model that was asked', () => {
  it('names it by the id that the page has for it', async () => {
    const { model, costUsd } = await agentOf({ prices }, { bad: good(), good: good() }).chat('Hi')
    expect({ model, costUsd }).toEqual({ model: 'bad', costUsd: 0.002 })
  })

  it('names the one that was asked, though the user has chosen another meanwhile', async () => {
    let modelId = 'one'
    const { handle } = proxyUnderTest({ models: { one: good(), two: good() } })
    const model = createProxyModel({
      baseURL: 'https://app.example/api/agent',
      modelId: () => modelId,
      fetch: async (url, init) => {
        const answer = await handle(new Request(url as string, init))
        modelId = 'two'
        return answer
      },
    })
    const one = { one: { input: 1, output: 1 } }
    const { model: named, costUsd } = await createAgent({ model, prices: one }).chat('Hi')
    expect({ named, costUsd }).toEqual({ named: 'one', costUsd: 0.002 })
  })
})
