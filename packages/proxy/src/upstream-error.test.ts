import { APICallError, LoadAPIKeyError, UnsupportedFunctionalityError } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { delta, errorOf, finish, modelUnderTest, streamOf } from '../test/proxy-under-test.ts'

const key = 'sk-planted-0123456789'

describe('fromUpstream', () => {
  const apiError = (statusCode: number | undefined, extra: object = {}) =>
    new APICallError({
      message: `Incorrect API key provided: ${key}`,
      url: 'https://api.openai.com/v1/responses',
      requestBodyValues: { key },
      responseBody: `{"error":"${key}"}`,
      ...(statusCode !== undefined && { statusCode }),
      ...extra,
    })

  it.each([
    [apiError(400), 400, 'upstream_rejected', false],
    [apiError(401), 502, 'upstream_unauthorized', false],
    [apiError(403), 502, 'upstream_unauthorized', false],
    [apiError(408), 504, 'upstream_timeout', true],
    [apiError(409), 502, 'upstream_error', true],
    [apiError(429), 429, 'upstream_rate_limited', true],
    [apiError(429, { isRetryable: false }), 429, 'upstream_rate_limited', false],
    [apiError(500), 502, 'upstream_error', true],
    [apiError(529), 503, 'upstream_overloaded', true],
    [apiError(302), 502, 'upstream_redirect', false],
    [apiError(undefined, { isRetryable: true }), 502, 'upstream_unreachable', true],
    [new LoadAPIKeyError({ message: key }), 503, 'no_key', false],
    [new UnsupportedFunctionalityError({ functionality: key }), 400, 'upstream_rejected', false],
    [new Error(key), 502, 'upstream_error', false],
    [key, 502, 'upstream_error', false],
    [null, 502, 'upstream_error', false],
  ])('P32 R25 tells the kind of %s and no more', async (thrown, status, code, retryable) => {
    const { send, log } = modelUnderTest(() => {
      throw thrown
    })
    const response = await send()
    const text = await response.text()
    expect(response.status).toBe(status)
    expect((JSON.parse(text) as { error: unknown }).error).toMatchObject({
      code,
      status,
      retryable,
    })
    const everything = text + JSON.stringify([[...response.headers], log])
    expect(everything).not.toContain(key.slice(0, 9))
    expect(log).toMatchObject([{ status, code }])
  })

  it('R25 passes on how long the provider asks to wait', async () => {
    const { send } = modelUnderTest(() => {
      throw apiError(429, { responseHeaders: { 'retry-after': '2', 'set-cookie': key } })
    })
    const response = await send()
    expect(response.headers.get('retry-after')).toBe('2')
    expect(response.headers.get('retry-after-ms')).toBe('2000')
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(await errorOf(response)).toMatchObject({ retryAfterMs: 2000 })
  })

  it('P32 strips an error part in the stream, and goes on', async () => {
    const { read, log } = modelUnderTest(() =>
      streamOf([
        delta,
        { type: 'error', error: apiError(529) },
        { type: 'error', error: { message: key } },
        { type: 'error', error: key },
        finish,
      ]),
    )
    const parts = await read()
    expect(parts).toMatchObject([
      delta,
      { type: 'error', error: { code: 'upstream_overloaded', status: 503, retryable: true } },
      { type: 'error', error: { code: 'upstream_error' } },
      { type: 'error', error: { code: 'upstream_error' } },
      finish,
    ])
    expect(JSON.stringify([parts, log])).not.toContain(key)
    expect(log).toMatchObject([{ status: 200, code: 'upstream_overloaded', upstreamStatus: 529 }])
  })

  it('P25 R23 never makes a cut stream look like a whole one', async () => {
    for (const broken of [undefined, new TypeError(`terminated ${key}`)]) {
      const { read } = modelUnderTest(() => streamOf([delta], broken))
      const parts = await read()
      expect(parts).toMatchObject([
        delta,
        { type: 'error', error: { code: 'upstream_cut', retryable: true } },
      ])
      expect(JSON.stringify(parts)).not.toContain(key)
    }
  })

  it.each([
    Object.assign(new TypeError('terminated'), { cause: { code: 'UND_ERR_SOCKET' } }),
    Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    new TypeError('terminated'),
  ])('P25 names a cut that a provider reports in its stream: %s', async (error) => {
    const { read } = modelUnderTest(() => streamOf([delta, { type: 'error', error }]))
    expect((await read())[1]).toMatchObject({ type: 'error', error: { code: 'upstream_cut' } })
  })

  it('drops raw chunks', async () => {
    const { read } = modelUnderTest(() => streamOf([{ type: 'raw', rawValue: key }, finish]))
    expect(await read({ includeRawChunks: true })).toEqual([finish])
  })
})
