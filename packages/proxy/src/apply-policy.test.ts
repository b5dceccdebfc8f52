import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { errorOf, finish, modelUnderTest, streamOf } from '../test/proxy-under-test.ts'

describe('applyPolicy', () => {
  it('P8 keeps the answer below the ceiling of the server, also when the client names none', async () => {
    for (const [wanted, sent] of [
      [{}, 100],
      [{ maxOutputTokens: 5000 }, 100],
      [{ maxOutputTokens: 50 }, 50],
    ] as const) {
      const { read, asked } = modelUnderTest(() => streamOf([finish]), { maxOutputTokens: 100 })
      await read(wanted)
      expect(asked()?.maxOutputTokens).toBe(sent)
    }
    const { read, asked } = modelUnderTest(() => streamOf([finish]))
    await read()
    expect(asked()).not.toHaveProperty('maxOutputTokens')
  })

  it.each([
    ['many', Object.fromEntries(Array.from({ length: 10_000 }, (_, nth) => [`k${nth}`, 1]))],
    ['long', Object.fromEntries(['a', 'b'].map((letter) => [letter.repeat(100_000), 1]))],
  ])('P8 says little of the provider options that it leaves out, be they %s', async (_, p) => {
    const { send } = modelUnderTest(() => streamOf([finish]))
    const answer = await (await send({ providerOptions: { p } })).text()
    expect(answer).toContain(Object.keys(p)[0]?.slice(0, 98))
    expect(answer.length).toBeLessThan(4000)
    if (Object.keys(p).length > 2) expect(answer).toContain('9984 more provider options')
  })

  const hosted = { type: 'provider', id: 'openai.web_search', name: 'search', args: {} } as const

  it('P8 refuses hosted tools unless they are allowed', async () => {
    const refused = modelUnderTest(() => streamOf([finish]))
    const response = await refused.send({ tools: [hosted] })
    expect(response.status).toBe(403)
    expect(await errorOf(response)).toMatchObject({ code: 'tool_not_allowed' })
    expect(refused.asked()).toBeUndefined()

    const allowed = modelUnderTest(() => streamOf([finish]), {
      provider: { tools: ['openai.web_search'] },
    })
    await allowed.read({ tools: [hosted] })
    expect(allowed.asked()?.tools).toEqual([hosted])
  })

  it('P8 tells OpenAI to store nothing, unless the server says otherwise', async () => {
    const wanted = { openai: { store: true } }
    const plain = modelUnderTest(() => streamOf([finish]), { provider: { allow: ['openai.*'] } })
    await plain.read({ providerOptions: wanted })
    expect(plain.asked()?.providerOptions).toEqual({ openai: { store: false } })

    const storing = modelUnderTest(() => streamOf([finish]), {
      provider: { options: wanted },
    })
    await storing.read()
    expect(storing.asked()?.providerOptions).toEqual(wanted)
  })

  const own: SharedV4ProviderOptions = {
    openai: { previousResponseId: 'resp_of_somebody_else', parallelToolCalls: false },
  }
  const withOwn = {
    providerOptions: own,
    tools: [{ type: 'function' as const, name: 't', inputSchema: {}, providerOptions: own }],
    prompt: [
      { role: 'system' as const, content: 'x', providerOptions: own },
      {
        role: 'user' as const,
        content: [{ type: 'text' as const, text: 'x', providerOptions: own }],
      },
      {
        role: 'tool' as const,
        content: [
          {
            type: 'tool-result' as const,
            toolCallId: 'c',
            toolName: 't',
            output: { type: 'text' as const, value: 'x', providerOptions: own },
            providerOptions: own,
          },
        ],
      },
    ],
  }

  it('P8 leaves out provider options that are not allowed, wherever they stand, and says so', async () => {
    const { read, asked } = modelUnderTest(() => streamOf([finish]), {
      provider: { allow: ['openai.parallelToolCalls'] },
    })
    const [start] = await read(withOwn)
    expect(JSON.stringify(asked())).not.toContain('somebody_else')
    expect(JSON.stringify(asked()).match(/parallelToolCalls/g)).toHaveLength(6)
    expect(start).toEqual({
      type: 'stream-start',
      warnings: [
        {
          type: 'unsupported',
          feature: 'providerOptions.openai.previousResponseId',
          details: expect.stringContaining('`provider.allow`'),
        },
      ],
    })
  })

  it('adds its warnings to those of the model', async () => {
    const warning = { type: 'other', message: 'hm' } as const
    const { read } = modelUnderTest(() =>
      streamOf([{ type: 'stream-start', warnings: [warning] }, finish]),
    )
    const parts = await read({ providerOptions: { openai: { user: 'x' } } })
    expect(parts).toMatchObject([
      { type: 'stream-start', warnings: [warning, { feature: 'providerOptions.openai.user' }] },
      { type: 'finish' },
    ])
  })

  it('R26 gives a model back what it gave with the parts of its own answers', async () => {
    const { read, asked } = modelUnderTest(() => streamOf([finish]))
    const assistant: LanguageModelV4CallOptions['prompt'] = [
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'Hmm',
            providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAA' } },
          },
          {
            type: 'tool-call',
            toolCallId: 'c',
            toolName: 't',
            input: {},
            providerOptions: { google: { thoughtSignature: 'x' } },
          },
        ],
      },
    ]
    await read({ prompt: assistant })
    expect(asked()?.prompt).toEqual(assistant)
  })

  it.each([
    ['a mark of an hour', { type: 'ephemeral', ttl: '1h' }, undefined],
    ['a mark of five minutes', { type: 'ephemeral' }, { type: 'ephemeral' }],
  ])('R26 lets %s on a part of an answer only by the rule for all marks', async (_, mark, kept) => {
    const { read, asked } = modelUnderTest(() => streamOf([finish]))
    const providerOptions = { anthropic: { signature: 's', cacheControl: mark } }
    const part = { type: 'text' as const, text: 'Hi', providerOptions }
    await read({ prompt: [{ role: 'assistant', content: [part] }] })
    expect(asked()?.prompt[0]?.content).toEqual([
      {
        ...part,
        providerOptions: { anthropic: { signature: 's', ...(kept && { cacheControl: kept }) } },
      },
    ])
  })

  it('P17 sends none of the headers of the client to the provider', async () => {
    const { read, asked } = modelUnderTest(() => streamOf([finish]))
    await read()
    expect(asked()).not.toHaveProperty('headers')
  })
})
