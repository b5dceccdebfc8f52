import { gzipSync } from 'node:zlib'
import { encodeCall } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProxy } from '../../src/create-proxy.ts'
import { delta, finish, streamOf } from '../proxy-under-test.ts'
import { findProgram, fronts, startFront } from './front-servers.ts'

const callOf = (text: string) =>
  encodeCall('m', { prompt: [{ role: 'user', content: [{ type: 'text', text }] }] })
const json = { 'content-type': 'application/json' }

describe.each(Object.keys(fronts))('the block of the guide for %s', (name) => {
  const why = findProgram(name) === undefined ? ` (skipped: this machine has no ${name})` : ''

  describe.skipIf(why !== '')(`in front of the proxy${why}`, () => {
    let aborted = 0
    const model = new MockLanguageModelV4({
      async doStream({ prompt, abortSignal }) {
        abortSignal?.addEventListener('abort', () => (aborted += 1))
        const stays = JSON.stringify(prompt).includes('stay')
        const stream = stays
          ? new ReadableStream({ start: (controller) => controller.enqueue(delta) })
          : streamOf([delta, finish])
        return { stream }
      },
    })
    let front: Awaited<ReturnType<typeof startFront>> | undefined
    beforeAll(async () => {
      const proxy = createProxy({
        authorize: () => 'ada',
        models: { m: model },
        timeouts: { heartbeat: 50 },
      })
      front = await startFront(name, proxy)
    })
    afterAll(() => front?.stop())

    const send = (body: BodyInit, headers: Record<string, string> = {}) =>
      fetch(`${front?.origin}/api/agent/model`, {
        method: 'POST',
        body,
        headers: { ...json, ...headers },
      })

    it('P1 P22 passes on a call of 3 MB, plain and compressed', async () => {
      const body = callOf('Hi '.repeat(1_000_000))
      expect(await (await send(body)).text()).toContain('[DONE]')
      const answer = await send(gzipSync(body), { 'content-encoding': 'gzip' })
      expect(await answer.text()).toContain('[DONE]')
      expect(answer.headers.get('accept-encoding')).toBe('gzip')
    })

    it('P22 P24 P28 passes on each event of a stream that is silent, and that the client left', async () => {
      const before = aborted
      const response = await send(callOf('stay'), { 'accept-encoding': 'gzip' })
      expect(response.headers.get('content-encoding')).toBeNull()
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      while (!/"Hi".*(: \n\n){3}/s.test(text)) text += (await reader?.read())?.value ?? ''
      await reader?.cancel()
      await expect.poll(() => aborted).toBe(before + 1)
    })

    it('P11 passes on the host, so that a page of the same origin is known by it', async () => {
      const same = await send(callOf('Hi'), { origin: front?.origin ?? '' })
      expect(same.status).toBe(200)
      await same.text()
      const other = await send(callOf('Hi'), { origin: 'http://127.0.0.1:1' })
      expect(other.status).toBe(403)
      await other.text()
    })
  })
})
