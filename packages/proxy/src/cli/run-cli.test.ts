import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { listen } from '../black-box/gateway-under-test.ts'
import { createProxy } from '../create-proxy.ts'
import { toNodeListener } from '../node/to-node-listener.ts'
import { tokenAuth } from '../token-auth.ts'
import { optionsFromEnv } from './options-from-env.ts'
import { runCli } from './run-cli.ts'
import { serve } from './serve.ts'

const token = 'x'.repeat(32)

async function run(...args: string[]) {
  const lines: string[] = []
  const code = await runCli(args, {}, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

describe('ambit-proxy check', () => {
  it('P40 finds nothing wrong with a proxy of ours', async () => {
    const proxy = createProxy({
      authorize: tokenAuth({ ops: token }),
      models: { m: new MockLanguageModelV4() },
    })
    const url = await listen(toNodeListener(proxy))
    const { code, text } = await run('check', `${url}/api/agent/`, '--token', token)
    expect(text).not.toContain('✗')
    expect(text).toMatch(/2\d passed, 0 failed$/)
    expect(code).toBe(0)
  })

  it('P40 says what is wrong with a proxy that passes everything on', async () => {
    const url = await listen((incoming, outgoing) => {
      incoming.resume()
      incoming.on('end', () => {
        outgoing.writeHead(200, { 'access-control-allow-origin': '*' }).end('sk-live-12345678')
      })
    })
    const { code, text } = await run('check', url)
    expect(code).toBe(1)
    for (const number of ['P3', 'P4', 'P5', 'P6', 'P7', 'P11', 'P37']) {
      expect(text).toMatch(new RegExp(`✗ ${number} `))
    }
  })

  it('P40 sends nothing to another machine unless that is named', async () => {
    const { code, text } = await run('check', 'https://proxy.example/api/agent')
    expect(code).toBe(2)
    expect(text).toContain('--host proxy.example')
    expect((await run('check', 'https://proxy.example/', '--host', 'other.example')).code).toBe(2)
  })

  it('says how it is used', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      text: expect.stringContaining('check URL'),
    })
    expect((await run('chekc')).code).toBe(2)
    expect((await run('--nonsense')).code).toBe(2)
  })
})

describe('ambit-proxy', () => {
  async function served(config: string | undefined, env: Record<string, string>) {
    const stop = new AbortController()
    const address = Promise.withResolvers<string>()
    const running = serve({
      config,
      env: { PORT: '0', ...env },
      print: (line) => address.resolve(/http:\S+/.exec(line)?.[0] ?? ''),
      signal: stop.signal,
    })
    running.catch(address.reject)
    return { url: await address.promise, stop: () => (stop.abort(), running) }
  }

  it('serves what the environment says, and ends when it is told to', async () => {
    const { url, stop } = await served(undefined, { AMBIT_BASE_URL: 'http://localhost:1/v1' })
    expect(url).toContain('http://127.0.0.1:')
    expect(await (await fetch(`${url}/models`)).json()).toMatchObject({
      models: [{ id: 'compatible/default' }],
    })
    await stop()
    await expect(fetch(`${url}/health`)).rejects.toThrow()
  })

  it('serves what a file exports', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ambit-')), 'proxy.config.mjs')
    writeFileSync(
      file,
      `export default { authorize: () => null, basePath: '/x', models: { m: () => {} } }`,
    )
    const { url, stop } = await served(file, {})
    expect((await fetch(`${url}/models`)).status).toBe(401)
    await stop()
  })

  it('P10 listens to this machine alone unless there are tokens', () => {
    const env = { OPENAI_API_KEY: 'k' }
    expect(optionsFromEnv(env)).toMatchObject({ host: '127.0.0.1', options: { insecureDev: true } })
    const open = optionsFromEnv({ ...env, AMBIT_TOKENS: `ops=${token}` })
    expect(open.host).toBe('0.0.0.0')
    expect(open.options).not.toHaveProperty('insecureDev')
  })

  it.each([
    ['P16', { AMBIT_TOKENS: 'ops=short' }, 'the token of `ops`'],
    ['P16', { AMBIT_TOKENS: token }, 'AMBIT_TOKENS must be'],
    ['P13', { AMBIT_REQUESTS_PER_MINUTE: 'many' }, '`requestsPerMinute` is NaN'],
    ['P1', { PORT: '99999' }, 'The port is "99999"'],
  ])('%s refuses to start with %j', (_number, env, message) => {
    expect(() => optionsFromEnv(env)).toThrow(message)
  })
})
