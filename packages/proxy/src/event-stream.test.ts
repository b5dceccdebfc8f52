import { describe, expect, it } from 'vitest'
import { delta, modelUnderTest } from '../test/proxy-under-test.ts'

describe('toEventStream', () => {
  it('P24 aborts the provider before it answered, and does not wait for it', async () => {
    const abort = new AbortController()
    const upstream = Promise.withResolvers<AbortSignal>()
    const cancelled = Promise.withResolvers<unknown>()
    const answer = Promise.withResolvers<void>()
    const { send, log } = modelUnderTest(async ({ abortSignal }) => {
      if (abortSignal) upstream.resolve(abortSignal)
      // The provider ignores the signal.
      await answer.promise
      return new ReadableStream({ cancel: cancelled.resolve })
    })
    const responding = send({}, abort.signal)
    const signal = await upstream.promise
    abort.abort()
    expect(signal.aborted).toBe(true)
    expect((await responding).status).toBe(499)
    expect(log).toMatchObject([{ status: 499, code: 'client_closed' }])
    answer.resolve()
    await cancelled.promise
  })

  it.each(['cancels the body', 'aborts the request'])(
    'P24 aborts the provider when it %s',
    async (how) => {
      const abort = new AbortController()
      const cancelled = Promise.withResolvers<unknown>()
      let upstream: AbortSignal | undefined
      const { send, log } = modelUnderTest(({ abortSignal }) => {
        upstream = abortSignal
        return new ReadableStream({
          start: (controller) => controller.enqueue(delta),
          cancel: cancelled.resolve,
        })
      })
      const { body } = await send({}, abort.signal)
      const reader = body?.getReader()
      await reader?.read()
      const pending = reader?.read()
      if (how === 'cancels the body') await reader?.cancel()
      else abort.abort()
      await cancelled.promise
      expect(upstream?.aborted).toBe(true)
      expect(log).toMatchObject([{ status: 200, code: 'client_closed' }])
      await pending?.catch(() => {})
    },
  )

  it('P26 reads no further than the client does', async () => {
    let pulled = 0
    const { send } = modelUnderTest(
      () =>
        new ReadableStream(
          {
            pull(controller) {
              pulled += 1
              controller.enqueue(delta)
            },
          },
          { highWaterMark: 0 },
        ),
    )
    const reader = (await send()).body?.getReader()
    expect(pulled).toBe(0)
    await reader?.read()
    await reader?.read()
    expect(pulled).toBe(2)
    await reader?.cancel()
  })
})
