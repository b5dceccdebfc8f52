import { encodeCall } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createProxy } from '../../src/create-proxy.ts'
import type { ProxyLog } from '../../src/proxy-log.ts'
import { codeOf, openGateway, samples } from '../gateway-under-test.ts'
import { requestOf } from '../proxy-under-test.ts'

const text = 'All work and no play makes a prompt long. '.repeat(92_900)
/** The tokens of the text: nine words and a full stop each time. */
const tokensOfText = 92_900 * 10

/** Creates the limits of the guide, with another budget. */
const guarded = (max: number) => ({ requests: 30, streams: 3, tokens: max })

/** A way to send one prompt, and to leave once the provider has it. */
interface Attack {
  /** Sends the prompt and leaves. Returns the code of the refusal, or undefined. */
  once: () => Promise<unknown>
  /** The number of prompts that reached the provider. */
  reached: () => number
  log: readonly ProxyLog[]
}

function attackModel(max: number): Attack {
  const log: ProxyLog[] = []
  let leave = () => {}
  const model = new MockLanguageModelV4({
    doStream: () => {
      leave()
      return new Promise(() => {})
    },
  })
  const proxy = createProxy({
    authorize: () => 'eve',
    models: { m: model },
    limits: guarded(max),
    log: (entry) => void log.push(entry),
  })
  const body = encodeCall('m', { prompt: [{ role: 'user', content: [{ type: 'text', text }] }] })
  return {
    log,
    reached: () => model.doStreamCalls.length,
    async once() {
      const client = new AbortController()
      leave = () => setImmediate(() => client.abort())
      return codeOf(await proxy(requestOf({ body, signal: client.signal })))
    },
  }
}

async function attackWire({ path, json }: (typeof samples)[number], max: number): Promise<Attack> {
  let leave = () => {}
  const gateway = await openGateway('bare handler', () => leave(), { limits: guarded(max) })
  const long = JSON.parse(JSON.stringify(json).replace('"Hi"', JSON.stringify(text))) as object
  return {
    log: gateway.log,
    reached: () => gateway.received.length,
    async once() {
      const client = new AbortController()
      leave = () => client.abort()
      return codeOf(await gateway.send(path, { json: long, signal: client.signal }))
    },
  }
}

const [chat] = samples
const attacks: [string, (max: number) => Attack | Promise<Attack>][] = [
  ['the model endpoint', attackModel],
  ...(chat ? [[chat.name, (max: number) => attackWire(chat, max)] as const] : []).map(
    ([name, open]): [string, typeof open] => [name, open],
  ),
]

describe.each(attacks)('30 prompts of 3.9 MB that leave at once, to %s', (_name, open) => {
  it('P14 are refused by the budget after the first ones', { timeout: 120_000 }, async () => {
    expect(text.length).toBeGreaterThan(3_900_000)
    const budget = 4_000_000
    const { once, reached, log } = await open(budget)
    const codes: unknown[] = []
    for (let nth = 0; nth < 30; nth++) codes.push(await once())
    expect(codes.slice(0, 2)).toEqual(['client_closed', 'client_closed'])
    expect(new Set(codes)).toEqual(new Set(['client_closed', 'budget_exhausted']))
    expect(codes.slice(5)).not.toContain('client_closed')
    expect(reached() * tokensOfText).toBeLessThanOrEqual(budget)
    expect(log[0]?.usage?.inputTokens).toBeGreaterThanOrEqual(0.7 * tokensOfText)
  })

  it('P14 do not reach the provider with the budget of the guide', async () => {
    const { once, reached } = await open(500_000)
    expect(await once()).toBe('budget_exhausted')
    expect(reached()).toBe(0)
  })
})
