import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { encodeCall } from '@ambit/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proxyUnderTest, requestOf } from '../test/proxy-under-test.ts'
import { memoryStore } from './memory-store.ts'
import type { ModelRules } from './model-table.ts'

type Fetch = typeof globalThis.fetch

const anthropic = (id: string) => (fetch: Fetch) => createAnthropic({ apiKey: 'k', fetch })(id)
const google = (id: string) => (fetch: Fetch) => createGoogle({ apiKey: 'k', fetch })(id)
const openai = (id: string) => (fetch: Fetch) => createOpenAI({ apiKey: 'k', fetch }).responses(id)

/** Models of each provider, with and without thinking, and of names that nobody knows. */
const models: Readonly<Record<string, (fetch: Fetch) => LanguageModelV4>> = {
  'claude with budgets': anthropic('claude-sonnet-4-5'),
  'claude with a short answer': anthropic('claude-opus-4-1'),
  'claude of both kinds': anthropic('claude-opus-4-6'),
  'claude without budgets': anthropic('claude-sonnet-5-5'),
  'claude that nobody knows': anthropic('claude-next'),
  'claude at another provider': (fetch) =>
    createAnthropic({ apiKey: 'k', fetch, name: 'vertex.anthropic.messages' })('claude-haiku-4-5'),
  'another model of the same wire': anthropic('minimax-m2'),
  'gemini with budgets': google('gemini-2.5-flash'),
  'gemini with efforts': google('gemini-3-pro-preview'),
  'responses of openai': openai('gpt-5'),
  'chat of openai': (fetch) => createOpenAI({ apiKey: 'k', fetch }).chat('gpt-5'),
  'chat without reasoning': (fetch) => createOpenAI({ apiKey: 'k', fetch }).chat('gpt-4.1'),
  'a compatible server': (fetch) =>
    createOpenAICompatible({ name: 'mine', baseURL: 'https://a.example', fetch })('qwen3'),
}

/** Returns the most tokens that a request of a provider asks for. */
function mostOf(body: Record<string, unknown>): number {
  const { generationConfig, n } = body
  const config = Object(generationConfig) as Record<string, unknown>
  const limits = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens']
    .flatMap((field) => [body[field], config[field]])
    .filter((limit) => limit !== undefined)
  expect(limits).not.toEqual([])
  return Math.max(...limits.map(Number)) * Number(n ?? 1) * Number(config['candidateCount'] ?? 1)
}

const tokens = fc.oneof(
  fc.integer({ min: 1, max: 200_000 }),
  fc.constantFrom(1, 1024, 2048, 99_999),
)
const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
const reasoning = fc.constantFrom(undefined, 'provider-default' as const, ...efforts)
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** Options of providers by which a client may try to get more. */
const option = fc.oneof(
  fc.record({ thinking: fc.record({ type: fc.constant('enabled'), budgetTokens: tokens }) }),
  fc.record({ thinking: fc.constantFrom({ type: 'enabled' }, { type: 'adaptive' }) }),
  fc.record({ thinkingConfig: fc.record({ thinkingBudget: tokens }) }),
  fc.record({ effort: fc.constantFrom('low', 'max') }),
  fc.record({ reasoningEffort: fc.constantFrom('low', 'high') }),
  fc.record({ maxCompletionTokens: tokens }),
  fc.record({
    max_tokens: tokens,
    max_completion_tokens: tokens,
    n: fc.integer({ min: 2, max: 9 }),
  }),
)
const namespaces = ['anthropic', 'vertex', 'google', 'openai', 'mine', 'openaiCompatible'] as const
const providerOptions = fc.dictionary(fc.constantFrom(...namespaces), option, { maxKeys: 3 })

const anyCall = fc.record({
  reasoning,
  maxOutputTokens: optional(tokens),
  providerOptions: optional(providerOptions),
})

const anyRules = fc.record({
  maxOutputTokens: fc.integer({ min: 1, max: 70_000 }),
  reasoning: optional(fc.constantFrom(...efforts)),
  /** True for a server that lets clients set every option. */
  isOpen: fc.boolean(),
})

/** Sends a call, and resolves with what the store reserved and the provider was asked for. */
async function send(
  create: (fetch: Fetch) => LanguageModelV4,
  { isOpen, ...rules }: { isOpen: boolean } & Omit<ModelRules, 'model'>,
  call: object,
) {
  let body: Record<string, unknown> | undefined
  const model = create(async (_url, init) => {
    body = JSON.parse(String(init?.body)) as Record<string, unknown>
    return new Response('{}', { status: 500 })
  })
  let reserved = 0
  const store = memoryStore()
  const { handle } = proxyUnderTest({
    models: {
      // The id says nothing about the provider.
      smart: {
        ...rules,
        model,
        ...(isOpen && { provider: { allow: namespaces.map((name) => `${name}.*`) } }),
      },
    },
    limits: {
      tokens: 1e9,
      store: {
        ...store,
        async add(charges) {
          for (const { key, amount, limit } of charges) {
            if (key.startsWith('tokens') && limit !== undefined) reserved += amount
          }
          return store.add(charges)
        },
      },
    },
  })
  const options = {
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    ...call,
  } as LanguageModelV4CallOptions
  const sent = JSON.parse(encodeCall('smart', options)) as object
  const response = await handle(requestOf({ body: JSON.stringify({ ...sent, modelId: 'smart' }) }))
  await response.text()
  return { body, reserved }
}

describe.each(Object.entries(models))('%s', (_name, create) => {
  it('is never asked for more than its limit, nor for more than was reserved', async () => {
    await fc.assert(
      fc.asyncProperty(anyRules, anyCall, async (rules, call) => {
        const { body, reserved } = await send(create, rules, call)
        // The AI SDK may refuse an option itself. Then nothing was sent.
        if (!body) return
        const most = mostOf(body)
        expect(most).toBeLessThanOrEqual(rules.maxOutputTokens)
        expect(most).toBeLessThan(reserved)
      }),
      { numRuns: 150 },
    )
  })
})

describe('thinking within the limit of an answer', () => {
  const sent = async (id: string, maxOutputTokens: number, call: object) =>
    (await send(anthropic(id), { maxOutputTokens, isOpen: false }, call)).body

  it('leaves the rest to the answer', async () => {
    const body = await sent('claude-sonnet-4-5', 8_192, { reasoning: 'low' })
    expect(body).toMatchObject({ max_tokens: 8_192, thinking: { budget_tokens: 6_400 } })
  })

  it('has less of a budget where the limit is short', async () => {
    const body = await sent('claude-sonnet-4-5', 4_096, { reasoning: 'high' })
    expect(body).toMatchObject({ max_tokens: 4_096, thinking: { budget_tokens: 3_072 } })
  })

  it('is off where it does not fit', async () => {
    const body = await sent('claude-sonnet-4-5', 1_000, { reasoning: 'high' })
    expect(body).toMatchObject({ max_tokens: 1_000, thinking: { type: 'disabled' } })
  })

  it('does not shorten the answer of a model that takes no budget', async () => {
    const body = await sent('claude-sonnet-5-5', 4_096, { reasoning: 'high' })
    expect(body).toMatchObject({ max_tokens: 4_096, thinking: { type: 'adaptive' } })
  })

  it.each([
    ['low', 'high', 6_400],
    ['medium', 'medium', 19_200],
    ['none', 'max', undefined],
  ] as const)(
    'goes no higher than the server lets it: %s for %s',
    async (reasoning, asked, budget) => {
      const { body } = await send(
        anthropic('claude-sonnet-4-5'),
        { maxOutputTokens: 60_000, reasoning, isOpen: false },
        {
          reasoning: asked,
          providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 50_000 } } },
        },
      )
      expect((body?.['thinking'] as { budget_tokens?: number }).budget_tokens).toBe(budget)
    },
  )

  it.each([
    ['openai.*', 'none', { reasoningEffort: 'xhigh' }],
    ['openai.reasoningEffort', 'low', { reasoningEffort: 'xhigh' }],
  ] as const)('goes no higher by an option that is allowed: %s', async (allow, most, openai) => {
    const { body } = await send(
      (fetch) => createOpenAI({ apiKey: 'k', fetch }).responses('gpt-5.1'),
      { maxOutputTokens: 60_000, reasoning: most, isOpen: false, provider: { allow: [allow] } },
      { reasoning: 'medium', providerOptions: { openai: { ...openai, reasoningSummary: 'auto' } } },
    )
    expect(body?.['reasoning']).toMatchObject({ effort: most })
  })

  it.each([undefined, 'provider-default'] as const)(
    'is off by `none`, also for a client that asks for %s',
    async (asked) => {
      const { body } = await send(
        (fetch) => createOpenAI({ apiKey: 'k', fetch }).responses('gpt-5.1'),
        { maxOutputTokens: 60_000, reasoning: 'none', isOpen: false },
        { reasoning: asked },
      )
      expect(body?.['reasoning']).toMatchObject({ effort: 'none' })
    },
  )
})
