import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { type AgentOptions, createAgent, createProxyModel, jsonSchema, Tool } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { proxyUnderTest } from '../test/proxy-under-test.ts'

/** Runs a call of an agent through a proxy that allows some options. Returns what the model got. */
async function send(
  allow: string[],
  on: AgentOptions['on'] = {},
): Promise<LanguageModelV4CallOptions> {
  const model = scriptedModel(['ok'])
  const { handle } = proxyUnderTest({ models: { m: { model, provider: { allow } } } })
  const agent = createAgent({
    model: createProxyModel({
      baseURL: 'https://app.test/api/agent',
      modelId: 'm',
      headers: { origin: 'https://app.test' },
      fetch: (url, init) => Promise.resolve(handle(new Request(url, init))),
    }),
    on,
    request: { provider: { p: { tier: 'flex', effort: 'low' }, q: { a: 1 } } },
    tools: [
      new Tool({
        name: 'add',
        description: 'Adds.',
        parameters: jsonSchema<{ n: number }>({ type: 'object' }),
        provider: { examples: [{ n: 1 }], options: { p: { defer: true, secret: 1 } } },
        handler: () => 1,
      }),
    ],
  })
  await agent.with({ request: { provider: { p: { effort: 'high' } } } }).chat('go')
  const [request] = model.requests
  if (!request) throw new Error('Nothing was sent.')
  return request
}

describe('providerOptions of agents, calls and tools', () => {
  it('are merged by namespace and key, and reach the provider if the proxy allows them', async () => {
    const { providerOptions, tools } = await send(['p.*', 'q.a'])
    expect(providerOptions).toMatchObject({ p: { tier: 'flex', effort: 'high' }, q: { a: 1 } })
    expect(tools).toMatchObject([
      { providerOptions: { p: { defer: true, secret: 1 } }, inputExamples: [{ input: { n: 1 } }] },
    ])
  })

  it('are left out by the proxy where they are not in `provider.allow`', async () => {
    const { providerOptions, tools } = await send(['p.effort', 'p.defer'])
    expect(providerOptions).toMatchObject({ p: { effort: 'high' } })
    expect(JSON.stringify([providerOptions, tools])).not.toMatch(/flex|secret|"a"/)
    expect(tools).toMatchObject([{ providerOptions: { p: { defer: true } } }])
  })

  it('are named in a warning of the run where the proxy leaves them out', async () => {
    const told: string[] = []
    await send(['p.*'], { 'agent:warning': ({ message }) => void told.push(message) })
    expect(told).toEqual([
      'A warning of the provider or the proxy: unsupported: providerOptions.q.a: Not in `provider.allow`, or replaced by a limit of the proxy.',
    ])
  })
})
