import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDemoModel } from './create-demo-model.ts'
import { taskBoard } from '../../test/invented-apps.ts'

const asking = (text: string): LanguageModelV4CallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text }] }],
  tools: taskBoard().tools(),
})

async function read(stream: ReadableStream<LanguageModelV4StreamPart>) {
  const parts: LanguageModelV4StreamPart[] = []
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return parts
    parts.push(value)
  }
}

const model = createDemoModel({ chunkDelayMs: 0, now: () => new Date(0) })

describe('createDemoModel', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('says what it is', () => {
    expect(model).toMatchObject({
      specificationVersion: 'v4',
      provider: 'ambit',
      modelId: 'ambit-demo',
    })
  })

  it('streams a call as its input in pieces, then whole', async () => {
    const { stream } = await model.doStream(asking('Add "Buy bread"'))
    const parts = await read(stream)
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'response-metadata',
      'tool-input-start',
      'tool-input-delta',
      'tool-input-delta',
      'tool-input-end',
      'tool-call',
      'finish',
    ])
    const deltas = parts.flatMap((part) => (part.type === 'tool-input-delta' ? part.delta : []))
    expect(deltas.join('')).toBe('{"title":"Buy bread"}')
    expect(parts.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } })
  })

  it('streams text by words that join to what doGenerate gives', async () => {
    const { content, usage } = await model.doGenerate(asking('What can you do?'))
    const parts = await read((await model.doStream(asking('What can you do?'))).stream)
    const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? part.delta : []))
    const text = deltas.join('')
    expect(deltas.length).toBeGreaterThan(10)
    expect(content).toMatchObject([{ type: 'text', text }])
    const end = parts.find((part) => part.type === 'text-end')
    expect(end?.providerMetadata).toEqual(content[0]?.providerMetadata)
    expect(parts.at(-1)).toEqual({
      type: 'finish',
      usage,
      finishReason: { unified: 'stop', raw: 'stop' },
    })
    expect(usage.outputTokens.total).toBe(Math.ceil(text.length / 4))
    expect(usage.inputTokens.total).toBeGreaterThan(100)
  })

  it('gives the same answer for the same request', async () => {
    const request = asking('Add "Buy bread" and move it to done')
    expect(await model.doGenerate(request)).toEqual(await model.doGenerate(request))
  })

  it('rejects a call that is aborted already, with the reason', async () => {
    const reason = new Error('enough')
    const options = { ...asking('hello'), abortSignal: AbortSignal.abort(reason) }
    await expect(model.doStream(options)).rejects.toBe(reason)
    await expect(model.doGenerate(options)).rejects.toBe(reason)
  })

  it('ends a stream at once when it is aborted, in the middle of a pause', async () => {
    vi.useFakeTimers()
    const abort = new AbortController()
    const slow = createDemoModel({ chunkDelayMs: 1000 })
    const { stream } = await slow.doStream({ ...asking('hello'), abortSignal: abort.signal })
    const reader = stream.getReader()
    await reader.read()
    const pending = reader.read()
    const reason = new Error('enough')
    abort.abort(reason)
    await expect(pending).rejects.toBe(reason)
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits between parts, and stops when the reader leaves', async () => {
    vi.useFakeTimers()
    const { stream } = await createDemoModel({ chunkDelayMs: 5 }).doStream(asking('hello'))
    const reader = stream.getReader()
    await reader.read()
    let isRead = false
    const second = reader.read().then(() => (isRead = true))
    await vi.advanceTimersByTimeAsync(4)
    expect(isRead).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await second
    await reader.cancel()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('calls no tool, or only the one it is told to', async () => {
    const none = await model.doGenerate({ ...asking('Add milk'), toolChoice: { type: 'none' } })
    expect(none.content).toMatchObject([{ type: 'text' }])
    const choice = { type: 'tool', toolName: 'move_task' } as const
    const other = await model.doGenerate({ ...asking('Add "Buy bread"'), toolChoice: choice })
    expect(JSON.stringify(other.content)).not.toContain('add_task')
  })

  it('warns of what it does not support', async () => {
    const { warnings } = await model.doGenerate({
      ...asking('hello'),
      responseFormat: { type: 'json' },
      tools: [{ type: 'provider', id: 'acme.search', name: 'search', args: {} }],
    })
    expect(warnings).toMatchObject([
      { type: 'unsupported', feature: 'responseFormat' },
      { type: 'unsupported', feature: 'provider tool acme.search' },
    ])
  })
})
