import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { createAgent, createProxyModel } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { proxyUnderTest } from '../test/proxy-under-test.ts'

interface Body {
  readonly thinking?: { readonly budget_tokens?: number }
  readonly output_config?: { readonly effort?: string }
  readonly generationConfig?: { readonly thinkingConfig?: { readonly thinkingBudget?: number } }
}

type Fetch = typeof globalThis.fetch

/** Asks a model for an answer with a budget of thinking. Resolves with what its provider got. */
async function sentTo(
  create: (fetch: Fetch) => LanguageModelV4,
  tokens: number,
  { isProxied = false, provider = {} }: { isProxied?: boolean; provider?: object } = {},
): Promise<Body | undefined> {
  let body: Body | undefined
  const upstream = create(async (_url, init) => {
    body = JSON.parse(String(init?.body)) as Body
    return new Response('{}', { status: 500 })
  })
  const { handle } = proxyUnderTest({ models: { smart: upstream } })
  const model = isProxied
    ? createProxyModel({
        baseURL: 'https://app.example/api/agent',
        modelId: 'smart',
        fetch: (url, init) => handle(new Request(url as string, init)),
      })
    : upstream
  const agent = createAgent({
    model,
    request: { reasoning: { tokens }, retry: 0, provider: provider as never },
  })
  await agent.execute('Hi')
  return body
}

const claude = (id: string) => (fetch: Fetch) => createAnthropic({ apiKey: 'k', fetch })(id)
const gemini = (id: string) => (fetch: Fetch) => createGoogle({ apiKey: 'k', fetch })(id)

describe.each([false, true])('a budget of thinking (behind a proxy: %s)', (isProxied) => {
  it.each([
    [1, 1_024],
    [4_000, 4_000],
    [8_192, 8_192],
    [16_000, 16_000],
    [40_000, 40_000],
  ])('of %i tokens is one of %i for Anthropic', async (tokens, budget) => {
    const body = await sentTo(claude('claude-sonnet-4-5'), tokens, { isProxied })
    expect(body?.thinking?.budget_tokens).toBe(budget)
  })

  it.each([
    [1, 512],
    [4_000, 4_000],
    [16_000, 16_000],
    [40_000, 24_576],
  ])('of %i tokens is one of %i for Google', async (tokens, budget) => {
    const body = await sentTo(gemini('gemini-2.5-flash'), tokens, { isProxied })
    expect(body?.generationConfig?.thinkingConfig?.thinkingBudget).toBe(budget)
  })

  it('is an effort for a model of Anthropic without budgets', async () => {
    const body = await sentTo(claude('claude-opus-5-5'), 4_000, { isProxied })
    expect(body?.thinking?.budget_tokens).toBeUndefined()
    expect(body?.output_config?.effort).toBe('medium')
  })
})

describe('a budget of thinking that a client sets itself', () => {
  it('stays as the application gave it', async () => {
    const provider = { anthropic: { thinking: { type: 'enabled', budgetTokens: 2_000 } } }
    const body = await sentTo(claude('claude-sonnet-4-5'), 4_000, { provider })
    expect(body?.thinking?.budget_tokens).toBe(2_000)
  })

  it.each([
    { type: 'enabled', budgetTokens: 100_000 },
    { type: 'enabled', budgetTokens: -1 },
    { type: 'enabled', budgetTokens: 2_000, more: {} },
  ])('is left out by the proxy if it is %j', async (thinking) => {
    const provider = { anthropic: { thinking } }
    const body = await sentTo(claude('claude-sonnet-4-5'), 1, { isProxied: true, provider })
    // What is left is the effort `low`: a tenth of the longest answer.
    expect(body?.thinking?.budget_tokens).toBe(6_400)
  })
})
