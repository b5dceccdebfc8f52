import { createAgent, jsonSchema, Tool } from '@ambit/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FakeLanguageModel, fakeLanguageModel } from '../../test/language-model.ts'
import { cut } from '../../test/text-engine.ts'
import { promptApi } from './prompt-api.ts'

const stub = (options: Parameters<typeof fakeLanguageModel>[0]): FakeLanguageModel => {
  const fake = fakeLanguageModel(options)
  vi.stubGlobal('LanguageModel', fake)
  return fake
}

const setColor = new Tool({
  name: 'set_color',
  description: 'Sets the colour.',
  parameters: jsonSchema<{ color: string }>({
    type: 'object',
    properties: { color: { enum: ['red', 'blue'] } },
    required: ['color'],
  }),
  handler: ({ color }) => color,
})

afterEach(() => vi.unstubAllGlobals())

describe('promptApi', () => {
  it.each([false, true])(
    'calls tools under a constraint, then speaks (old names: %s)',
    async (isOld) => {
      const fake = stub({
        availability: 'available',
        isOld,
        answers: [
          cut('{"call":{"name":"set_color","arguments":{"color":"red"}}}', 5),
          cut('{"say":"Red now."}', 3),
        ],
      })
      const agent = createAgent({ model: promptApi(), tools: [setColor], instructions: 'Be kind.' })
      const { content, usage } = await agent.chat('red')
      expect(content).toBe('Red now.')
      expect(fake.prompted[0]?.options.responseConstraint).toMatchObject({ anyOf: [{}, {}] })
      expect(fake.prompted[1]?.messages.map(({ role }) => role)).toEqual([
        'system',
        'user',
        'assistant',
        'user',
      ])
      expect(fake.prompted[1]?.messages.at(-1)?.content).toBe('Result of set_color: "red"')
      const count = (at: number): number =>
        fake.prompted[at]?.messages.reduce((sum, { content }) => sum + content.length, 0) ?? NaN
      expect(usage).toMatchObject({ promptTokens: count(0) + count(1), completionTokens: 57 + 18 })
      // Only the session by which the model was loaded is left.
      expect(fake.sessions.map(({ destroyed }) => destroyed)).toEqual([false, true, true])
    },
  )

  it('downloads with progress only when asked, and is then ready', async () => {
    const fake = stub({ availability: 'downloadable', answers: [['hi']] })
    const model = promptApi()
    const agent = createAgent({ model })
    await expect(agent.chat('hi')).rejects.toThrow('must be downloaded first')
    expect(fake.sessions).toHaveLength(0)
    const seen: unknown[] = []
    model.subscribe(() => seen.push(model.state.progress))
    await model.load()
    expect(seen).toEqual(expect.arrayContaining([0, 0.5, 1]))
    expect(model.state.status).toBe('ready')
    expect(model.contextTokens).toBe(4096)
    expect((await agent.chat('hi')).content).toBe('hi')
  })

  it('says why it cannot run here', async () => {
    vi.stubGlobal('LanguageModel', undefined)
    expect(await promptApi().check()).toEqual({
      status: 'unavailable',
      reason: 'This browser has no model of its own.',
    })
    stub({ availability: 'unavailable', answers: [] })
    expect(await promptApi().check()).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining('does not run on this device'),
    })
    await expect(createAgent({ model: promptApi() }).chat('hi')).rejects.toThrow('on this device')
  })

  it('stops an answer at the most tokens of the request', async () => {
    stub({ availability: 'available', answers: [['a', 'b', 'c', 'd']] })
    const { finishReason, content } = await promptApi().doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      maxOutputTokens: 2,
    })
    expect(finishReason.unified).toBe('length')
    expect(content).toEqual([{ type: 'text', text: 'ab' }])
  })

  it('says that a request does not fit, without a second try', async () => {
    const tooLarge = Object.assign(new Error('too large'), { name: 'QuotaExceededError' })
    const fake = stub({ availability: 'available', answers: [tooLarge] })
    const error: unknown = await createAgent({ model: promptApi() })
      .chat('hi')
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'too_large' })
    expect(fake.prompted).toHaveLength(1)
  })
})
