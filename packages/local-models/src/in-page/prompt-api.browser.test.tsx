import { createAgent } from '@ambit/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeLanguageModel } from '../../test/language-model.ts'
import { promptApi } from './prompt-api.ts'

afterEach(() => vi.unstubAllGlobals())

describe('promptApi in a browser', () => {
  it('tells the state of the real model, and a call downloads nothing', async () => {
    const api = (globalThis as { LanguageModel?: { availability(): Promise<string> } })
      .LanguageModel
    const model = promptApi()
    const { status, reason } = await model.check()
    if (!api) expect(reason).toBe('This browser has no model of its own.')
    const real = (await api?.availability()) ?? 'unavailable'
    expect(status).toBe(real === 'downloading' ? 'downloadable' : real)
    if (status === 'available') return
    await expect(createAgent({ model }).chat('hi')).rejects.toThrow(reason ?? 'downloaded first')
  })

  it('streams from the browser’s own streams', async () => {
    vi.stubGlobal(
      'LanguageModel',
      fakeLanguageModel({ availability: 'available', answers: [['he', 'llo']] }),
    )
    const deltas: string[] = []
    const agent = createAgent({ model: promptApi() })
    agent.on('agent:delta', ({ text }) => deltas.push(text))
    expect((await agent.chat('hi')).content).toBe('hello')
    expect(deltas.join('')).toBe('hello')
  })
})
