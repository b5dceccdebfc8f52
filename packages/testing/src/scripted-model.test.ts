import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { flush } from './fake-clock.ts'
import { call, calls, text } from './reply.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'

const ask = (content: string): LanguageModelV4CallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text: content }] }],
})

async function play(
  model: ScriptedModel,
  request = ask('hello'),
): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream(request)
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

const types = (parts: readonly LanguageModelV4StreamPart[]): string[] =>
  parts.map((part) => part.type)

describe('scriptedModel', () => {
  it('plays its replies in order', async () => {
    const model = scriptedModel(['one', text('two'), calls(call('add', { a: 1 }))])
    expect(await play(model)).toContainEqual({ type: 'text-delta', id: 'text', delta: 'one' })
    expect(model.remaining).toBe(2)
    expect(await play(model)).toContainEqual({ type: 'text-delta', id: 'text', delta: 'two' })
    const third = await play(model)
    expect(third).toContainEqual({
      type: 'tool-call',
      toolCallId: 'call_1',
      toolName: 'add',
      input: '{"a":1}',
    })
    expect(third.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } })
  })

  it('plays one call as a reply with that call', async () => {
    const model = scriptedModel([call('add', { a: 1 })])
    const parts = await play(model)
    expect(parts).toContainEqual(expect.objectContaining({ type: 'tool-call', toolName: 'add' }))
  })

  it('says clearly that the script has ended', async () => {
    const model = scriptedModel(['one'])
    await play(model)
    await expect(play(model)).rejects.toThrow('it holds 1 replies and this is request 2')
    expect(model.requests).toHaveLength(2)
  })

  it('gives `otherwise` to every request after the last', async () => {
    const model = scriptedModel([], { otherwise: 'again' })
    await play(model)
    expect(types(await play(model))).toContain('text-delta')
  })

  it('records each request as it was, with its own signal', async () => {
    const model = scriptedModel(['one'])
    const { signal } = new AbortController()
    const request = { ...ask('before'), abortSignal: signal }
    await play(model, request)
    request.prompt.length = 0
    expect(model.requests[0]?.prompt).toHaveLength(1)
    expect(model.requests[0]?.abortSignal).toBe(signal)
  })

  it('tells when a request has come', async () => {
    const model = scriptedModel(['one'])
    const first = model.requested(1)
    void play(model)
    expect((await first).prompt).toHaveLength(1)
    expect(await model.requested(1)).toBe(await first)
  })

  it('cuts every delta as it is told', async () => {
    const model = scriptedModel([{ text: 'abc', calls: [call('x')] }], { cut: 1 })
    const deltas = (await play(model)).flatMap((part) => ('delta' in part ? [part.delta] : []))
    expect(deltas).toEqual(['a', 'b', 'c', '{', '}'])
  })

  it('plays raw parts, and functions of the request', async () => {
    const raw: LanguageModelV4StreamPart[] = [{ type: 'text-start', id: '7' }]
    const model = scriptedModel([raw, (request) => `${request.prompt.length} message`])
    expect(await play(model)).toEqual(raw)
    expect(await play(model)).toContainEqual(
      expect.objectContaining({ type: 'text-delta', delta: '1 message' }),
    )
  })

  it('ends without a finish part, reports an error part, breaks, or refuses', async () => {
    const model = scriptedModel([
      { text: 'cut', finishReason: null },
      { error: new Error('in the stream') },
      { text: 'half', breakWith: new Error('broken') },
      { refuse: new Error('refused') },
    ])
    expect(types(await play(model)).at(-1)).toBe('text-end')
    expect(types(await play(model))).toEqual(['stream-start', 'error', 'finish'])
    await expect(play(model)).rejects.toThrow('broken')
    await expect(model.doStream(ask('x'))).rejects.toThrow('refused')
    expect(model.open).toBe(0)
  })

  it('hangs until it is aborted', async () => {
    const controller = new AbortController()
    const model = scriptedModel([{ text: 'so far', hang: true }])
    const playing = play(model, { ...ask('x'), abortSignal: controller.signal })
    await flush()
    expect(model.open).toBe(1)
    controller.abort(new Error('stop'))
    await expect(playing).rejects.toThrow('stop')
    expect(model.open).toBe(0)
    await expect(model.doStream({ ...ask('x'), abortSignal: controller.signal })).rejects.toThrow(
      'stop',
    )
    expect(model.requests).toHaveLength(1)
  })

  it('waits for a gate before the first part', async () => {
    const gate = Promise.withResolvers<void>()
    const model = scriptedModel([{ text: 'late', gate: gate.promise }])
    let done = false
    const playing = play(model).finally(() => (done = true))
    await flush()
    expect(done).toBe(false)
    gate.resolve()
    expect(types(await playing)).toContain('finish')
  })

  it('answers as a whole too', async () => {
    const model = scriptedModel([{ reasoning: 'hm', text: 'ab', calls: [call('x')] }], { cut: 1 })
    expect(await model.doGenerate(ask('x'))).toMatchObject({
      content: [
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'ab' },
        { type: 'tool-call', toolName: 'x' },
      ],
      finishReason: { unified: 'tool-calls' },
      usage: { inputTokens: { total: 10 }, outputTokens: { total: 5 } },
    })
  })
})
