import { rmSync } from 'node:fs'
import { env } from 'node:process'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findRuntime } from './find-runtime.ts'
import { bundleProgram, startRuntime } from './start-runtime.ts'

let folder = ''
beforeAll(async () => {
  folder = await bundleProgram()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const workerd = findRuntime('workerd')
describe.skipIf(workerd === undefined)('a Worker without `enable_request_signal`', () => {
  it('P24 is told what it misses, and one with it is not', async () => {
    const deaf = await startRuntime('workerd', workerd ?? '', folder, ['disable_request_signal'])
    onTestFinished(deaf.stop)
    await fetch(`${deaf.origin}/api/agent/health`)
    await expect.poll(deaf.said).toContain('enable_request_signal')
    const whole = await startRuntime('workerd', workerd ?? '', folder)
    onTestFinished(whole.stop)
    await (await fetch(`${whole.origin}/api/agent/models`)).text()
    expect(whole.said()).not.toContain('enable_request_signal')
  })
})

describe.each(['node', 'workerd', 'deno', 'bun'])('a proxy on %s', (name) => {
  const path = findRuntime(name)
  const why = path === undefined ? ` (skipped: npm has no ${name} for this machine)` : ''

  describe.skipIf(path === undefined)(`as npm installs it${why}`, () => {
    let server: Awaited<ReturnType<typeof startRuntime>> | undefined
    beforeAll(async () => {
      server = await startRuntime(name, path ?? '', folder)
    })
    afterAll(() => server?.stop())

    const send = (to: string, content?: object, init: RequestInit = {}) =>
      fetch(`${server?.origin}/api/agent${to}`, {
        method: content ? 'POST' : 'GET',
        ...(content && { body: JSON.stringify(content) }),
        ...init,
        headers: { 'content-type': 'application/json', 'x-user': 'ada', ...Object(init.headers) },
      })
    const call = (text: string) => ({
      modelId: 'm',
      options: { prompt: [{ role: 'user', content: [{ type: 'text', text }] }] },
    })
    const codeOf = async (response: Response) =>
      ((await response.json()) as { error: { code: string } }).error.code

    it('P1 streams an answer', async () => {
      const response = await send('/model', call('Hi'))
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      expect(await response.text()).toMatch(/"delta":"Hi".*\[DONE\]/s)
    })

    it('P1 P6 reads a body that is compressed with gzip, and refuses half of it', async () => {
      const headers = { 'content-encoding': 'gzip' }
      const body = gzipSync(JSON.stringify(call('Hi')))
      const response = await send('/model', {}, { body, headers })
      expect(await response.text()).toMatch(/"delta":"Hi".*\[DONE\]/s)
      const half = await send('/model', {}, { body: body.subarray(0, 20), headers })
      expect([half.status, await codeOf(half)]).toEqual([400, 'invalid_request'])
      const bomb = gzipSync(new Uint8Array(32 * 1024 * 1024))
      const large = await send('/model', {}, { body: bomb, headers })
      expect([large.status, await codeOf(large)]).toEqual([413, 'body_too_large'])
    })

    it('P1 P22 lists its models and tells its health, which nobody may store', async () => {
      expect(await (await send('/models')).json()).toMatchObject({
        models: [{ id: 'm', label: 'm' }],
        limits: { bytes: expect.any(Number) as unknown },
      })
      const health = await send('/health')
      expect(await health.json()).toEqual({ status: 'ok' })
      expect(health.headers.get('cache-control')).toBe('no-store, no-transform')
    })

    it('P1 P23 passes the bytes of a provider through', async () => {
      const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream: true }
      const text = await (await send('/up/chat/completions', body)).text()
      expect(text).toBe('data: {"choices":[{"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
    })

    it.each([
      ['P10 who is not known', '/model', call('Hi'), { 'x-user': '' }, 401, 'unauthorized'],
      ['P3 another route', '/other', call('Hi'), {}, 404, 'unknown_route'],
      ['P4 another model', '/model', { ...call('Hi'), modelId: 'n' }, {}, 403, 'model_not_allowed'],
      ['P7 no call', '/model', {}, {}, 400, 'invalid_request'],
      ['P5 no JSON', '/model', {}, { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
      [
        'P11 another origin',
        '/model',
        call('Hi'),
        { origin: 'https://evil.example' },
        403,
        'origin_not_allowed',
      ],
      [
        'P32 what the provider refuses',
        '/up/chat/completions',
        { model: 'm', messages: [{ role: 'user', content: 'forbid' }] },
        {},
        502,
        'upstream_unauthorized',
      ],
    ])('P1 refuses %s', async (_what, to, content, headers, status, code) => {
      const response = await send(to, content, { headers })
      expect(response.status).toBe(status)
      expect(await codeOf(response)).toBe(code)
    })

    // Bun ends a connection after 10 seconds without a byte, unless the proxy says something.
    const silentMs = 14_000
    it.runIf(env['AMBIT_LONG'])(
      'P28 keeps a stream that is silent for longer than the runtime allows, before and after its first event',
      { timeout: 60_000 },
      async () => {
        const read = async (text: string) => {
          const init = { method: 'POST', body: JSON.stringify(call(text)) }
          const headers = { 'content-type': 'application/json' }
          return (await fetch(`${server?.origin}/plain/model`, { ...init, headers })).text()
        }
        const whole = /"delta":"Hi".*\[DONE\]/s
        const streams = [`silent ${silentMs}`, `late silent ${silentMs}`].map(read)
        for (const text of await Promise.all(streams)) {
          expect(text).toMatch(whole)
          expect(text).toContain(': \n\n: \n\n')
        }
      },
    )

    it('P1 P24 ends the model’s call when the client leaves', async () => {
      const aborted = async () => Number(await (await fetch(`${server?.origin}/aborted`)).text())
      const before = await aborted()
      const response = await send('/model', call('stay'))
      const reader = response.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      await expect.poll(aborted, { timeout: 10_000 }).toBe(before + 1)
    })
  })
})
