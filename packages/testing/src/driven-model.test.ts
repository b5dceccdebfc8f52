import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { drivenModel } from './driven-model.ts'
import { flush } from './fake-clock.ts'
import { toParts } from './to-parts.ts'

const ask = (abortSignal?: AbortSignal): LanguageModelV4CallOptions => ({
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
  ...(abortSignal && { abortSignal }),
})

describe('drivenModel', () => {
  it('does nothing in a call until it is told to', async () => {
    const model = drivenModel()
    let answered = false
    const streaming = Promise.resolve(model.doStream(ask())).finally(() => (answered = true))
    await flush()
    expect(answered).toBe(false)
    const [call] = model.live
    call?.open()
    const reader = (await streaming).stream.getReader()
    const next = reader.read()
    call?.push({ type: 'text-start', id: 't' })
    expect((await next).value).toEqual({ type: 'text-start', id: 't' })
    call?.close()
    expect((await reader.read()).done).toBe(true)
    expect(model.live).toEqual([])
  })

  it('refuses, breaks, and is cancelled', async () => {
    const model = drivenModel()
    const refused = Promise.resolve(model.doStream(ask()))
    model.calls[0]?.refuse(new Error('no'))
    await expect(refused).rejects.toThrow('no')
    const broken = Promise.resolve(model.doStream(ask()))
    model.calls[1]?.open()
    const { stream } = await broken
    model.calls[1]?.fail(new Error('gone'))
    await expect(stream.getReader().read()).rejects.toThrow('gone')
    const cancelled = Promise.resolve(model.doStream(ask()))
    model.calls[2]?.open()
    await (await cancelled).stream.cancel()
    expect(model.calls.map(({ state }) => state)).toEqual(['over', 'over', 'over'])
  })

  it('heeds the signal, before and after it has answered', async () => {
    const model = drivenModel()
    const controller = new AbortController()
    const waiting = Promise.resolve(model.doStream(ask(controller.signal)))
    const opened = Promise.resolve(model.doStream(ask(controller.signal)))
    model.calls[1]?.open()
    const reader = (await opened).stream.getReader()
    controller.abort(new Error('stop'))
    await expect(waiting).rejects.toThrow('stop')
    await expect(reader.read()).rejects.toThrow('stop')
    await expect(model.doStream(ask(controller.signal))).rejects.toThrow('stop')
  })

  it('ignores what is done to a call that is over', async () => {
    const model = drivenModel()
    const answering = Promise.resolve(model.doGenerate(ask()))
    const [call] = model.calls
    call?.push(...toParts({ text: 'hi' }, () => ''))
    expect((await answering).content).toEqual([{ type: 'text', text: 'hi' }])
    call?.close()
    for (const again of [call?.open, call?.close]) again?.call(call)
    call?.fail('late')
    call?.refuse('late')
    expect(call?.state).toBe('over')
  })
})
