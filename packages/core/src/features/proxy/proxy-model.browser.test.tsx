import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { createProxyModel } from './proxy-model.ts'

const call: LanguageModelV4CallOptions = { prompt: [{ role: 'system', content: 'Hi' }] }

describe('createProxyModel in a browser', () => {
  it('asks below a base URL that is relative to the page, by the global fetch', async () => {
    const model = createProxyModel({ baseURL: '/no/such/proxy', modelId: 'm' })
    await expect(model.doStream(call)).rejects.toMatchObject({ status: 404, kind: 'http_error' })
  })

  it('R25 turns the bare TypeError of a server that is not there into `network`', async () => {
    const model = createProxyModel({ baseURL: 'http://127.0.0.1:9', modelId: 'm' })
    await expect(model.doStream(call)).rejects.toMatchObject({
      kind: 'network',
      isRetryable: true,
      cause: expect.any(TypeError),
    })
  })

  it('R27 rejects with the reason of its signal', async () => {
    const abort = new AbortController()
    const model = createProxyModel({ baseURL: '/no/such/proxy', modelId: 'm' })
    const calling = model.doStream({ ...call, abortSignal: abort.signal })
    abort.abort('enough')
    await expect(calling).rejects.toBe('enough')
  })
})
