import { decodeParts } from '@ambit/protocol'
import { convertReadableStreamToArray, MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import { delta, finish, modelUnderTest, streamOf } from '../test/proxy-under-test.ts'

describe('modelRoute', () => {
  it('streams the parts of the model, and reports one 200 when it is over', async () => {
    const { send, log } = modelUnderTest(() => streamOf([delta, finish]))
    const response = await send()
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(log).toEqual([])
    expect(
      response.body && (await convertReadableStreamToArray(decodeParts(response.body))),
    ).toEqual([delta, finish])
    expect(log).toMatchObject([{ route: '/model', modelId: 'm', status: 200, code: undefined }])
  })

  it('tells a resolver who asks for which model', async () => {
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: streamOf([finish]) }),
    })
    const resolver = vi.fn<(request: object) => Promise<MockLanguageModelV4>>(async () => model)
    await modelUnderTest(() => streamOf([]), { model: resolver }).read()
    expect(resolver.mock.calls).toEqual([
      [{ modelId: 'm', subject: 'ada', apiKey: undefined, signal: expect.any(AbortSignal) }],
    ])
  })
})
