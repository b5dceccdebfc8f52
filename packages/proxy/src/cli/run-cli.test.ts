import { mkdtempSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../../test/gateway-under-test.ts'
import { FakeS3 } from '../../test/sessions/fake-s3.ts'
import { createProxy } from '../create-proxy.ts'
import { nodeListener } from '../node/node-listener.ts'
import { prefixes } from '../prefixes/prefixes.ts'
import { sessions } from '../sessions/sessions.ts'
import { sqliteSessions } from '../sessions/sqlite-sessions.ts'
import { tokenAuth } from '../token-auth.ts'
import { checkDeployment } from './check-deployment.ts'
import { optionsFromEnv } from './run-cli.ts'
import { runCli } from './run-cli.ts'
import { serve } from './run-cli.ts'

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
      use: [sessions({ store: sqliteSessions(':memory:') })],
    })
    const url = await listen(nodeListener(proxy))
    const { code, text } = await run('check', `${url}/api/agent/`, '--token', token)
    expect(text).not.toContain('✗')
    expect(text).toMatch(/^31 passed, 0 failed$/m)
    expect(code).toBe(0)
  })

  it('R106 finds a proxy whose sessions have no bounds', async () => {
    const search = { characters: Infinity, words: Infinity }
    const proxy = createProxy({
      authorize: tokenAuth({ ops: token }),
      bytes: { request: Infinity },
      use: [
        sessions({
          store: sqliteSessions(':memory:'),
          limits: { operations: Infinity, search },
        }),
      ],
    })
    const url = await listen(nodeListener(proxy))
    const { text } = await run('check', `${url}/api/agent`, '--token', token)
    expect(text.match(/✗ (P6|R106) [^:]*/g)).toEqual([
      '✗ P6 refuses a body of 32 MiB',
      '✗ R106 refuses 900,000 values',
      '✗ R106 refuses 10,000 operations',
      '✗ R106 refuses 900,000 words',
    ])
  })

  it.each([
    ['without prefixes()', undefined, false],
    ['with prefixes()', [prefixes()], true],
  ] as const)('P40 P42 says if the proxy keeps parts of calls: %s', async (_how, use, isSaid) => {
    const authorize = tokenAuth({ ops: token })
    const models = { m: new MockLanguageModelV4() }
    const url = await listen(nodeListener(createProxy({ authorize, models, use })))
    const { code, text } = await run('check', `${url}/api/agent`, '--token', token)
    expect(code).toBe(0)
    expect(text.includes('It keeps parts of conversations')).toBe(isSaid)
  })

  it('P40 says what is wrong with a proxy that passes everything on', async () => {
    const url = await listen((incoming, outgoing) => {
      incoming.resume()
      incoming.on('end', () => {
        outgoing.writeHead(200, { 'access-control-allow-origin': '*' })
        outgoing.end('{"status":"ok","key":"sk-live-12345678"}')
      })
    })
    const { code, text } = await run('check', url)
    expect(code).toBe(1)
    for (const number of ['P3', 'P4', 'P5', 'P6', 'P7', 'P10', 'P11', 'P37']) {
      expect(text).toMatch(new RegExp(`✗ ${number} `))
    }
    expect(text).toContain('✗ R106 refuses 900,000 values')
  })

  it('P40 passes a right deployment with the command of the checklist, without credentials', async () => {
    const authorize = tokenAuth({ ops: token })
    const proxy = createProxy({ authorize, models: { m: new MockLanguageModelV4() } })
    const url = await listen(nodeListener(proxy))
    const { code, text } = await run('check', `${url}/api/agent`)
    expect(text).not.toContain('✗')
    expect(text).toContain('✓ P10 refuses a client without credentials')
    expect(text).toMatch(/1\d of these checks came only to the sign-in.* --cookie/)
    expect(code).toBe(0)
  })

  it.each([
    ['an app with cookies', ['--cookie', 'theme=dark', '--cookie', 'session=s3cret-value']],
    ['an app with a header', ['--header', 'X-Session: s3cret-value']],
  ])('P40 P12 checks %s with them, and prints none', async (_what, args) => {
    const proxy = createProxy({
      authorize: ({ headers }) =>
        /s3cret-value/.test(`${headers.get('cookie')}${headers.get('x-session')}`) && 'ada',
      models: { m: new MockLanguageModelV4() },
    })
    const url = await listen(nodeListener(proxy))
    const { code, text } = await run('check', `${url}/api/agent`, ...args)
    expect(text).not.toMatch(/✗|s3cret|sign-in/)
    expect(text).toMatch(/^31 passed, 0 failed$/m)
    expect(code).toBe(0)
    const wrong = args.map((value) => value.replace('s3cret', 'old'))
    const refused = await run('check', `${url}/api/agent`, ...wrong)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.text).toMatch(/^check: the proxy refuses these credentials \(401\)\. .*$/)
  })

  it.each([
    ['it has no limits', { authorize: () => 'anybody' }],
    ['it is `insecureDev`', { insecureDev: true }],
  ])('P40 P10 fails a proxy that answers anybody: %s', async (_why, options) => {
    const proxy = createProxy({ ...options, models: { m: new MockLanguageModelV4() } })
    const url = await listen(nodeListener(proxy))
    const { code, text } = await run('check', `${url}/api/agent`)
    expect(text.match(/✗.*/g)).toEqual([
      '✗ P10 refuses a client without credentials: the status is 403, not 401',
    ])
    expect(code).toBe(1)
  })

  it('P40 says in one sentence that no proxy is there, or another server', async () => {
    const gone = await run('check', 'http://127.0.0.1:1/api/agent')
    expect(gone.code).toBe(1)
    expect(gone.text).toMatch(
      /^check: nothing answers at http:\/\/127\.0\.0\.1:1\/api\/agent\. .*$/,
    )
    const proxy = createProxy({ authorize: () => 'ada', models: { m: new MockLanguageModelV4() } })
    const url = await listen(nodeListener(proxy))
    const lost = await run('check', `${url}/api`)
    expect(lost.code).toBe(1)
    expect(lost.text).toMatch(/^check: no Ambit proxy answers at .*404\. .*base path.*$/)
    const page = await listen((_incoming, outgoing) => void outgoing.end('<html>Welcome</html>'))
    expect((await run('check', page)).text).toMatch(/^check: no Ambit proxy answers at .*$/)
  })

  it.each<[string, RequestListener]>([
    ['does not answer', () => {}],
    ['does not end its answer', (_incoming, outgoing) => void outgoing.write('{"status":"ok"')],
    [
      'answers only for its health',
      ({ url }, outgoing) => void (url?.endsWith('/health') && outgoing.end('{"status":"ok"}')),
    ],
  ])('P40 gives up on a server that %s', async (_what, listener) => {
    const url = await listen(listener)
    await expect(checkDeployment(url, {}, 200)).rejects.toThrow(
      /^check: http:.* took longer than 0\.2 seconds for \/\w+\. .*$/,
    )
  })

  it('P40 sends as many requests as the guide says', async () => {
    const proxy = createProxy({
      authorize: tokenAuth({ ops: token }),
      models: { m: new MockLanguageModelV4() },
    })
    let requests = 0
    const listener = nodeListener(proxy)
    const url = await listen((incoming, outgoing) => {
      requests += 1
      listener(incoming, outgoing)
    })
    await run('check', `${url}/api/agent`, '--token', token)
    expect(requests).toBeGreaterThanOrEqual(31)
    expect(requests).toBeLessThanOrEqual(34)
  })

  it('P40 does not print a header that cannot be sent', async () => {
    for (const args of [
      ['--header', 's3cret'],
      ['--header', 'x: s3\ncret'],
      ['--cookie', 's3\u0000cret'],
    ]) {
      const { code, text } = await run('check', 'http://127.0.0.1:1', ...args)
      expect(code).toBe(2)
      expect(text).toContain('a header cannot be sent')
      expect(text).not.toContain('cret')
    }
  })

  const changed = (response: Response, headers: Record<string, string>, status = response.status) =>
    new Response(response.body, {
      status,
      headers: { ...Object.fromEntries(response.headers), ...headers },
    })
  it.each<[string, (response: Response, request: Request) => Response | Promise<Response>, string]>(
    [
      [
        'redirects',
        (response) => changed(response, { location: 'https://evil.example' }, 302),
        'it redirects (P29)',
      ],
      [
        'tells a key',
        (_response) =>
          Response.json(
            { error: { code: 'x', message: 'sk-live-12345678' } },
            {
              status: 403,
              headers: { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
            },
          ),
        'it reveals a key (P32)',
      ],
      [
        'reflects an origin',
        (response, { headers }) =>
          changed(response, { 'access-control-allow-origin': headers.get('origin') ?? '*' }),
        '(P11)',
      ],
      [
        'lets answers be stored',
        (response) => changed(response, { 'cache-control': 'public' }),
        'no no-store (P22)',
      ],
      [
        'lets types be guessed',
        (response) => changed(response, { 'x-content-type-options': '' }),
        'no nosniff (P22)',
      ],
      [
        'says why in words alone',
        (response) =>
          new Response('Forbidden', { status: response.status, headers: response.headers }),
        'the error has no code (P32)',
      ],
    ],
  )('P40 finds a proxy that %s', async (_what, change, problem) => {
    const proxy = createProxy({ authorize: () => 'ada', models: { m: new MockLanguageModelV4() } })
    const url = await listen(
      nodeListener(async (request) =>
        request.url.endsWith('/health') ? proxy(request) : change(await proxy(request), request),
      ),
    )
    const { code, text } = await run('check', `${url}/api/agent`)
    expect(code).toBe(1)
    expect(text).toContain(problem)
  })

  it('P40 P24 finds a proxy that does not outlive a client that leaves', async () => {
    const proxy = createProxy({ authorize: () => 'ada', models: { m: new MockLanguageModelV4() } })
    let isDead = false
    const listener = nodeListener(async (request) => {
      request.signal.addEventListener('abort', () => (isDead = true))
      return proxy(request)
    })
    const url = await listen((incoming, outgoing) => {
      if (isDead) outgoing.destroy()
      else listener(incoming, outgoing)
    })
    const { text } = await run('check', `${url}/api/agent`)
    expect(text).toContain('✗ P24 still runs after a client left: no answer')
  })

  it('P40 P10 finds a proxy that serves who shows no token', async () => {
    const proxy = createProxy({ authorize: () => 'ada', models: { m: new MockLanguageModelV4() } })
    const url = await listen(nodeListener(proxy))
    const { text } = await run('check', `${url}/api/agent`, '--token', token)
    expect(text).toContain('✗ P10 refuses a client without credentials: the status is')
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
    const printed: string[] = []
    const running = serve({
      config,
      env: { PORT: '0', ...env },
      print: (line) => {
        printed.push(line)
        address.resolve(/http:\S+/.exec(line)?.[0] ?? '')
      },
      signal: stop.signal,
    })
    running.catch(address.reject)
    return { url: await address.promise, printed, stop: () => (stop.abort(), running) }
  }

  it('serves what the environment says, and ends when it is told to', async () => {
    const env = { AMBIT_BASE_URL: 'http://localhost:1/v1' }
    const { url, printed, stop } = await served(undefined, env)
    expect(url).toContain('http://127.0.0.1:')
    expect(await (await fetch(`${url}/models`)).json()).toMatchObject({
      models: [{ id: 'compatible/default' }],
    })
    expect(printed[1]).toBe('models: compatible/default')
    await stop()
    await expect(fetch(`${url}/health`)).rejects.toThrow()
  })

  it('keeps sessions in the file that the environment names', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ambit-')), 'sessions.db')
    const row = { id: 's', createdAt: 1, updatedAt: 1 }
    const write = { at: 2, id: 'w', session: { title: 'Kept' } }
    const ask = async (operation: string, gets: object, user = token) => {
      const env = { AMBIT_TOKENS: `ada=${token},eve=${'y'.repeat(32)}`, AMBIT_SESSIONS: file }
      const { options } = optionsFromEnv(env)
      const proxy = createProxy({ ...options, models: { m: new MockLanguageModelV4() } })
      const response = await proxy(
        new Request('http://x/api/agent/sessions?page=p', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${user}` },
          body: JSON.stringify({ operation, ...gets }),
        }),
      )
      return response.json() as Promise<unknown>
    }
    await ask('claim', { id: 's', claim: 'c', row })
    await ask('write', { id: 's', claim: 'c', write })
    expect(await ask('list', {})).toMatchObject({ rows: [{ id: 's', title: 'Kept' }] })
    expect(await ask('list', {}, 'y'.repeat(32))).toEqual({ rows: [] })
  })

  it('keeps the files of sessions in the bucket that the environment names', async () => {
    const s3 = new FakeS3()
    await s3.start()
    onTestFinished(() => s3.stop())
    const bucket = { AMBIT_SESSIONS: ':memory:', ...s3.env }
    const env = { ...bucket, AMBIT_BUCKET: 'chats', AMBIT_TOKENS: `ada=${token}` }
    const { options } = optionsFromEnv(env)
    const proxy = createProxy({ ...options, models: { m: new MockLanguageModelV4() } })
    const send = (path: string, init: RequestInit) =>
      proxy(
        new Request(`http://x/api/agent/sessions${path}page=p`, {
          ...init,
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        }),
      )
    const row = { id: 's', createdAt: 1, updatedAt: 1 }
    const body = JSON.stringify({ operation: 'claim', id: 's', claim: 'c', row })
    expect((await send('?', { method: 'POST', body })).status).toBe(200)
    const file = { method: 'PUT', body: 'bytes' }
    expect((await send('/blobs?session=s&hash=h&', file)).status).toBe(204)
    expect([...s3.objects.values()].map(String)).toEqual(['bytes'])
    for (const name of Object.keys(bucket)) {
      expect(() => optionsFromEnv({ ...env, [name]: '' })).toThrow(`AMBIT_BUCKET needs ${name}.`)
    }
  })

  it('says what to do where there is no key', async () => {
    const { printed, stop } = await served(undefined, {})
    expect(printed[1]).toContain('no key found')
    expect(printed[1]).toContain('OPENAI_API_KEY')
    await stop()
  })

  it('serves what a file exports', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'ambit-')), 'proxy.config.mjs')
    writeFileSync(
      file,
      `export default { authorize: () => null, path: '/x', models: { m: () => {} } }`,
    )
    const { url, stop } = await served(file, {})
    // With `authorize` it listens to other machines too, for containers.
    expect(url).toMatch(/^http:\/\/0\.0\.0\.0:/)
    expect((await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/models`)).status).toBe(401)
    await stop()
    const other = await served(file, { HOST: '127.0.0.1' })
    expect(other.url).toContain('http://127.0.0.1:')
    await other.stop()
  })

  it('P10 listens to this machine alone unless there are tokens', async () => {
    const env = { OPENAI_API_KEY: 'k' }
    expect(optionsFromEnv(env).options).toMatchObject({ insecureDev: true })
    const here = await served(undefined, { ...env, HOST: '0.0.0.0' })
    expect(here.url).toContain('http://127.0.0.1:')
    await here.stop()
    const tokens = { ...env, AMBIT_TOKENS: `ops=${token}` }
    expect(optionsFromEnv(tokens).options).not.toHaveProperty('insecureDev')
    const open = await served(undefined, tokens)
    expect(open.url).toContain('http://0.0.0.0:')
    await open.stop()
  })

  it.each([
    ['P16', { AMBIT_TOKENS: 'ops=short' }, 'the token of `ops`'],
    ['P16', { AMBIT_TOKENS: token }, 'AMBIT_TOKENS must be'],
    ['P16', { AMBIT_TOKENS: `me=${token},me=${token}2` }, 'two tokens for "me"'],
    ['P16', { AMBIT_TOKENS: `me=${token},you=${token}` }, 'have the same token'],
    ['P13', { AMBIT_REQUESTS_PER_MINUTE: 'many' }, 'AMBIT_REQUESTS_PER_MINUTE is "many"'],
    ['P1', { PORT: '99999' }, 'The port is "99999"'],
  ])('%s refuses to start with %j', (_number, env, message) => {
    expect(() => optionsFromEnv(env)).toThrow(message)
  })
})
