import { APICallError } from '@ai-sdk/provider'
import { apiKeyHeader } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { countingStore } from '../../test/counting-store.ts'
import {
  delta,
  errorOf,
  finish,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../../test/proxy-under-test.ts'
import type { ModelRequest } from '../model-table.ts'

const limited = new APICallError({
  message: 'No.',
  url: 'https://x.example',
  requestBodyValues: {},
  statusCode: 429,
  responseHeaders: { 'retry-after': '0' },
})
const own = { headers: { [apiKeyHeader]: 'sk-own' } }

/** Creates a proxy whose provider refuses each call with a user's own key. */
function setUp() {
  const counter = countingStore()
  const keys: (string | undefined)[] = []
  const model = ({ apiKey }: ModelRequest) => {
    keys.push(apiKey)
    return new MockLanguageModelV4({
      doStream: async () => {
        if (apiKey === 'sk-own') throw limited
        return { stream: streamOf([delta, finish]) }
      },
    })
  }
  const other = new MockLanguageModelV4({
    doStream: async () => ({ stream: streamOf([delta, finish]) }),
  })
  const proxy = proxyUnderTest({
    models: { m: { model, key: 'either' }, other },
    retry: {
      fallback: { m: ['other'] },
      breaker: { minCalls: 2, failures: 0.5, per: 60_000 },
    },
    limits: {
      tokens: { max: 10_000, per: 86_400_000 },
      requests: 100,
      outputTokens: 100,
      store: counter.store,
    },
  })
  return { ...proxy, counter, keys, other }
}

describe("a user's own key", () => {
  it('P35 R63 pauses nobody else when its provider refuses it', async () => {
    const { handle } = setUp()
    for (let nth = 0; nth < 20; nth++) expect((await handle(requestOf(own))).status).toBe(429)
    expect((await handle(requestOf())).status).toBe(200)
  })

  it('P34 R63 is never replaced by the key of the server for another model', async () => {
    const { handle, other } = setUp()
    expect(await errorOf(await handle(requestOf(own)))).toMatchObject({
      code: 'upstream_rate_limited',
    })
    expect(other.doStreamCalls).toEqual([])
  })

  it('P14 R63 uses requests, and no tokens of the budget', async () => {
    const { handle, counter, log } = setUp()
    await handle(requestOf({ headers: { [apiKeyHeader]: 'sk-another' } })).then((it) => it.text())
    await expect.poll(() => counter.settled).toBe(1)
    expect([counter.used('requests'), counter.used('tokens')]).toEqual([1, 0])
    expect(log[0]?.usage).toBeUndefined()
  })

  it('P14 R63 is none if it is empty, so the budget counts', async () => {
    const { handle, counter, keys } = setUp()
    await handle(requestOf({ headers: { [apiKeyHeader]: '' } })).then((it) => it.text())
    expect(keys).toEqual([undefined])
    expect(counter.used('tokens')).toBeGreaterThan(0)
  })

  it('P14 R63 saves no budget with a model that cannot use it', async () => {
    const counter = countingStore()
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: streamOf([delta, finish]) }),
    })
    const { handle } = proxyUnderTest({
      models: { m: { model, key: 'either' } },
      limits: {
        tokens: { max: 10_000, per: 86_400_000 },
        outputTokens: 100,
        store: counter.store,
      },
    })
    await handle(requestOf(own)).then((it) => it.text())
    expect(counter.used('tokens')).toBeGreaterThan(0)
  })
})
