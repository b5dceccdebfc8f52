import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { createAgent, Tool } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { fromV3 } from './index.ts'

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 2, text: 2, reasoning: undefined },
}

/** Makes a model of v3 that streams these parts, a list for each call. */
function olderModel(...replies: LanguageModelV3StreamPart[][]) {
  const prompts: unknown[] = []
  const model: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'browser',
    modelId: 'text',
    supportedUrls: {},
    doGenerate: (options) => {
      prompts.push(options.prompt)
      return Promise.resolve({
        content: [{ type: 'file', mediaType: 'image/png', data: 'aGk=' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage,
        warnings: [],
      })
    },
    doStream: (options) => {
      prompts.push(options.prompt)
      const stream = new ReadableStream<LanguageModelV3StreamPart>({
        start(to) {
          to.enqueue({ type: 'stream-start', warnings: [] })
          for (const part of replies.shift() ?? []) to.enqueue(part)
          to.enqueue({ type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } })
          to.close()
        },
      })
      return Promise.resolve({ stream })
    },
  }
  return { model, prompts }
}

describe('fromV3', () => {
  it('lets an agent run on an older model, with its tools, and files in both directions', async () => {
    const { model, prompts } = olderModel(
      [{ type: 'tool-call', toolCallId: 'c1', toolName: 'draw', input: '{}' }],
      [
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Drawn.' },
        { type: 'text-end', id: 't' },
        { type: 'file', mediaType: 'image/png', data: 'aGk=' },
      ],
    )
    const draw = new Tool({
      name: 'draw',
      description: 'Draws.',
      handler: () => 'x',
      result: { toModel: () => [{ type: 'image', data: 'cGlj', mediaType: 'image/png' }] },
    })
    const agent = createAgent({ model: fromV3(model), tools: [draw] })
    const { content } = await agent.chat([
      { type: 'text', text: 'Draw this.' },
      { type: 'image', data: 'aW4=', mediaType: 'image/png' },
    ])
    expect(content).toBe('Drawn.')
    expect(agent.history.messages.at(-1)).toMatchObject({
      parts: expect.arrayContaining([
        expect.objectContaining({ type: 'file', data: { type: 'data', data: 'aGk=' } }),
      ]) as unknown,
    })
    const [first, second] = prompts.map((prompt) => JSON.stringify(prompt))
    expect(first).toContain('"data":"aW4="')
    expect(second).toContain('{"mediaType":"image/png","type":"file-data","data":"cGlj"}')
  })

  it('answers in one piece, too', async () => {
    const { model } = olderModel()
    const { content } = await fromV3(model).doGenerate({ prompt: [] })
    expect(content).toEqual([
      { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'aGk=' } },
    ])
  })
})
