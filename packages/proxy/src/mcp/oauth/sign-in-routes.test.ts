import { describe, expect, it } from 'vitest'
import {
  createOAuthService,
  type OAuthService,
  type OAuthServiceOptions,
} from '../../../../core/test/oauth-service.ts'
import { createProxy } from '../../create-proxy.ts'
import { memoryStore } from '../../memory-store.ts'
import type { ProxyLog } from '../../proxy-log.ts'
import type { ProxyOptions } from '../../proxy-options.ts'
import { mcpServers } from '../mcp-servers.ts'
import type { McpOAuth } from './mcp-oauth.ts'

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
const secret = 'client-secret-7f3a9c1e'

interface Sent {
  method?: string
  body?: unknown
  user?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

const callback = 'https://app.example/api/agent/mcp/tickets/callback'

/** Opens a proxy in front of an MCP server that wants a sign-in. */
function open(
  service: OAuthService,
  oauth: Partial<McpOAuth> = {},
  options: Partial<ProxyOptions> = {},
) {
  const log: ProxyLog[] = []
  const proxy = createProxy({
    authorize: (request) => request.headers.get('x-user'),
    log: (entry) => log.push(entry),
    use: [
      mcpServers({
        tickets: {
          url: service.url,
          fetch: service.fetch,
          oauth: { clientId: 'app', redirectUri: callback, ...oauth },
        },
      }),
    ],
    ...options,
  })
  const send = (
    path: string,
    { method = 'POST', body, user = 'ada', headers, signal }: Sent = {},
  ) =>
    proxy(
      new Request(`https://app.example/api/agent/mcp/tickets${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        headers: {
          'content-type': 'application/json',
          origin: 'https://app.example',
          'x-user': user,
          ...headers,
        },
      }),
    )
  /** Begins a sign-in, and returns the URL where the user signs in. */
  const begin = async (user = 'ada'): Promise<{ url: string; state: string }> => {
    const response = await send('/sign-in', { body: {}, user })
    expect(response.status).toBe(200)
    return (await response.json()) as { url: string; state: string }
  }
  const finish = (query: string, user = 'ada', more: object = {}) => {
    const answer = Object.fromEntries(new URLSearchParams(query))
    return send('/callback', { body: { ...answer, ...more }, user })
  }
  const signIn = async (user = 'ada') => finish(service.press((await begin(user)).url, user), user)
  const call = async (user = 'ada') => send('', { body: ping, user })
  return { send, begin, finish, signIn, call, log }
}

const errorOf = async (response: Response): Promise<Record<string, unknown>> =>
  ((await response.json()) as { error: Record<string, unknown> }).error
const userOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { result?: { user?: unknown } }).result?.user

describe('mcpServers with oauth', () => {
  it('22 answers 401 with the way to sign in, and asks the server nothing, until a user has', async () => {
    const service = createOAuthService()
    const { call, log } = open(service)
    const response = await call()
    expect(response.status).toBe(401)
    expect(await errorOf(response)).toMatchObject({
      code: 'sign_in_required',
      retryable: false,
      signInUrl: '/api/agent/mcp/tickets/sign-in',
    })
    expect(service.asked).toEqual([])
    expect(log).toMatchObject([{ status: 401, code: 'sign_in_required' }])
  })

  it('signs a user in with PKCE, state, resource and the server’s scopes, and keeps the tokens', async () => {
    const service = createOAuthService()
    const { begin, finish, call } = open(service)
    const { url, state } = await begin()
    const { origin, searchParams } = new URL(url)
    expect(origin).toBe('https://login.example')
    expect(Object.fromEntries(searchParams)).toEqual({
      kept: '1',
      response_type: 'code',
      client_id: 'app',
      redirect_uri: 'https://app.example/api/agent/mcp/tickets/callback',
      state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      resource: service.url,
      scope: 'read write',
    })
    const finished = await finish(service.press(url, 'Ada'))
    expect(finished.status).toBe(204)
    expect(await finished.text()).toBe('')
    expect(await userOf(await call())).toBe('Ada')
    expect(service.forms[0]).toMatchObject({ client_id: 'app', resource: service.url })
  })

  it('P15 lets no token, secret or code into an answer or the log', async () => {
    const service = createOAuthService()
    const { begin, finish, call, log } = open(service, { clientSecret: async () => secret })
    const begun = await begin()
    const query = service.press(begun.url, 'Ada')
    const answers = [begun.url, await (await finish(query)).text(), await (await call()).text()]
    service.expire()
    answers.push(await (await call()).text(), await (await finish(query)).text())
    const tokens = [...service.access.keys(), ...service.refresh.keys(), secret]
    const code = new URLSearchParams(query).get('code') ?? '?'
    for (const word of [...tokens, code]) {
      expect(JSON.stringify([answers, log])).not.toContain(word)
    }
    expect(service.forms.every((form) => !('client_secret' in form))).toBe(true)
  })

  it('keeps the tokens of each user apart', async () => {
    const service = createOAuthService()
    const { signIn, call } = open(service)
    await signIn('ada')
    expect((await call('bob')).status).toBe(401)
    await signIn('bob')
    expect(await userOf(await call('ada'))).toBe('ada')
    expect(await userOf(await call('bob'))).toBe('bob')
  })

  it('refuses the state of another user, which then still counts for its own', async () => {
    const service = createOAuthService()
    const { begin, finish, call } = open(service)
    const query = service.press((await begin('mallory')).url, 'Ada')
    const refused = await finish(query, 'ada')
    expect(refused.status).toBe(400)
    expect(await errorOf(refused)).toMatchObject({ code: 'sign_in_failed' })
    await begin('ada')
    expect((await finish(query, 'ada')).status).toBe(400)
    expect((await call('ada')).status).toBe(401)
    expect(service.forms).toEqual([])
    expect((await finish(query, 'mallory')).status).toBe(204)
  })

  it('takes a code once', async () => {
    const service = createOAuthService()
    const inner = memoryStore()
    const all = Promise.withResolvers<void>()
    let readers = 0
    // All three requests have read the state before one of them goes on.
    const get = async (key: string) => {
      const value = await inner.get(key)
      if (!key.startsWith('begun:')) return value
      if (++readers === 3) all.resolve()
      await all.promise
      return value
    }
    const { begin, finish } = open(service, { store: { ...inner, get } })
    const query = service.press((await begin()).url, 'Ada')
    const statuses = await Promise.all([finish(query), finish(query), finish(query)])
    expect(statuses.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([204, 400, 400])
    expect(service.forms).toHaveLength(1)
    expect((await finish(query)).status).toBe(400)
  })

  it('goes on with a sign-in after an answer with another state', async () => {
    const service = createOAuthService()
    const { begin, finish } = open(service)
    const query = service.press((await begin()).url, 'Ada')
    expect((await finish(query, 'ada', { state: 'x'.repeat(43) })).status).toBe(400)
    expect((await finish(query)).status).toBe(204)
  })

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another issuer with an error', { iss: 'https://evil.example', error: 'access_denied' }],
    ['no issuer, from a service that names it', { iss: 1 }],
    ['another state', { state: 'x'.repeat(43) }],
    ['no code', { code: '' }],
    ['a refusal', { error: 'access_denied' }],
  ])('RFC 9207 sends no code after an answer with %s', async (_what, more) => {
    const service = createOAuthService()
    const { begin, finish, call } = open(service)
    const response = await finish(service.press((await begin()).url, 'Ada'), 'ada', more)
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({ code: 'sign_in_failed' })
    expect(service.forms).toEqual([])
    expect((await call()).status).toBe(401)
  })

  it('takes an answer without issuer from a service that does not name it', async () => {
    const service = createOAuthService({
      server: { authorization_response_iss_parameter_supported: false },
    })
    const { begin, finish } = open(service)
    const query = service.press((await begin()).url, 'Ada').replace(/&iss=.*/, '')
    expect((await finish(query)).status).toBe(204)
  })

  const page =
    (status: number, location?: string): NonNullable<OAuthServiceOptions['answer']> =>
    (_request, path) =>
      path.includes('.well-known')
        ? new Response('{}', { status, headers: location === undefined ? {} : { location } })
        : undefined
  const hostile: [string, OAuthServiceOptions][] = [
    ['a private address as service', { resource: { authorization_servers: ['https://10.0.0.5'] } }],
    ['this machine', { resource: { authorization_servers: ['https://localhost'] } }],
    ['the link', { resource: { authorization_servers: ['https://169.254.169.254/latest'] } }],
    ['a service without https', { resource: { authorization_servers: ['http://login.example'] } }],
    [
      'a service with a password',
      { resource: { authorization_servers: ['https://a:b@x.example'] } },
    ],
    ['no service', { resource: { authorization_servers: [] } }],
    ['the metadata of another server', { resource: { resource: 'https://bank.example/mcp' } }],
    ['metadata on a private address', { challenge: 'Bearer resource_metadata="https://redis/x"' }],
    ['metadata in a file', { challenge: 'Bearer resource_metadata="file:///etc/passwd"' }],
    ['another issuer', { server: { issuer: 'https://evil.example' } }],
    ['a private token endpoint', { server: { token_endpoint: 'https://192.168.1.1/token' } }],
    ['a token endpoint by http', { server: { token_endpoint: 'http://login.example/token' } }],
    ['a script as sign-in page', { server: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['a private place to revoke', { server: { revocation_endpoint: 'https://[::1]/revoke' } }],
    ['no PKCE', { server: { code_challenge_methods_supported: ['plain'] } }],
    ['an open redirect', { answer: page(302, 'https://169.254.169.254/') }],
    ['no metadata at all', { answer: page(404) }],
  ]
  it.each(hostile)('P38 begins no sign-in with %s', async (_what, options) => {
    const service = createOAuthService(options)
    const hosts = new Set<string>()
    const watched = (input: string | URL | Request, init?: RequestInit) => {
      hosts.add(new URL(input instanceof Request ? input.url : input).host)
      return service.fetch(input, init)
    }
    const { send } = open({ ...service, fetch: watched })
    const response = await send('/sign-in', { body: {} })
    expect(response.status).toBe(502)
    expect(await errorOf(response)).toMatchObject({ code: 'upstream_bad_content' })
    expect([...hosts].filter((host) => !/^(tickets|login)\.example$/.test(host))).toEqual([])
  })

  it('P29 takes no metadata that a `fetch` has followed a redirect to', async () => {
    const service = createOAuthService()
    const following = async (input: string | URL | Request, init?: RequestInit) => {
      const response = await service.fetch(input, init)
      return Object.defineProperty(response, 'redirected', { value: true })
    }
    const { send } = open({ ...service, fetch: following })
    const response = await send('/sign-in', { body: {} })
    expect(await errorOf(response)).toMatchObject({ code: 'upstream_bad_content' })
  })

  it('P31 reads no token answer of 10 MB', async () => {
    let read = 0
    const service = createOAuthService({
      answer: (_request, path) =>
        path === '/token'
          ? new Response(
              new ReadableStream({
                pull(controller) {
                  read += 65_536
                  if (read > 10_000_000) controller.close()
                  else controller.enqueue(new Uint8Array(65_536).fill(32))
                },
              }),
            )
          : undefined,
    })
    const response = await open(service).signIn()
    expect(response.status).toBe(502)
    expect(read).toBeLessThan(1_000_000)
  })

  it.each([
    ['a header', 'x\r\nx-evil: 1'],
    ['a long text', 'x'.repeat(9000)],
    ['a number', 7],
  ])('keeps no token that is %s', async (_what, access_token) => {
    const service = createOAuthService({
      answer: (_request, path) =>
        path === '/token' ? Response.json({ access_token, token_type: 'Bearer' }) : undefined,
    })
    const { signIn, call } = open(service)
    expect((await signIn()).status).toBe(502)
    expect((await call()).status).toBe(401)
  })

  it('P29 follows no redirect of the token endpoint, and repeats no text of it', async () => {
    const service = createOAuthService({
      answer: (_request, path) =>
        path === '/token'
          ? new Response('evil words', {
              status: 307,
              headers: { location: 'https://evil.example' },
            })
          : undefined,
    })
    const response = await open(service).signIn()
    expect(response.status).toBe(502)
    expect(await response.text()).not.toContain('evil')
  })

  it('refreshes once for many requests, with a token that counts once', async () => {
    const service = createOAuthService()
    const { signIn, call } = open(service)
    await signIn()
    service.expire()
    const answers = await Promise.all(Array.from({ length: 20 }, () => call()))
    expect(await Promise.all(answers.map(userOf))).toEqual(Array(20).fill('ada'))
    expect(service.forms.map((form) => form['grant_type'])).toEqual([
      'authorization_code',
      'refresh_token',
    ])
    service.expire()
    expect(await userOf(await call())).toBe('ada')
  })

  it('refreshes a token before its end', async () => {
    const service = createOAuthService({ expiresIn: 5 })
    const { signIn, call } = open(service)
    await signIn()
    expect(await userOf(await call())).toBe('ada')
    expect(service.forms.at(-1)).toMatchObject({ grant_type: 'refresh_token' })
  })

  it('two proxies on one store refresh once together', async () => {
    const all = Promise.withResolvers<undefined>()
    let waiting = 0
    const service = createOAuthService({
      // All four requests are refused before the first refresh.
      answer: async ({ headers }, path) => {
        if (path !== '/mcp' || !headers.has('authorization') || service.access.size > 0) return
        if (++waiting === 4) all.resolve(undefined)
        await all.promise
        return undefined
      },
    })
    const store = memoryStore()
    const [one, two] = [open(service, { store }), open(service, { store })]
    await one.signIn()
    expect((await two.call()).status).toBe(200)
    service.expire()
    const answers = await Promise.all([one.call(), two.call(), one.call(), two.call()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(service.forms).toHaveLength(2)
  })

  it('asks for a new sign-in once the refresh token counts no more', async () => {
    const service = createOAuthService()
    const { signIn, call } = open(service)
    await signIn()
    service.expire()
    service.refresh.clear()
    expect(await errorOf(await call())).toMatchObject({ code: 'sign_in_required' })
    const { length } = service.asked
    expect((await call()).status).toBe(401)
    expect(service.asked).toHaveLength(length)
  })

  it('keeps the sign-in while the sign-in service fails', async () => {
    let isDown = false
    const service = createOAuthService({
      answer: (_request, path) =>
        isDown && path === '/token' ? new Response('no', { status: 503 }) : undefined,
    })
    const { signIn, call } = open(service)
    await signIn()
    service.expire()
    isDown = true
    expect(await errorOf(await call())).toMatchObject({
      code: 'upstream_unreachable',
      retryable: true,
    })
    isDown = false
    expect(await userOf(await call())).toBe('ada')
  })

  it('finishes a refresh whose client has left', async () => {
    const left = Promise.withResolvers<undefined>()
    const service = createOAuthService({
      answer: async (request, path) => {
        const isToken = path === '/token'
        if (isToken && (await request.clone().text()).includes('refresh')) await left.promise
        return undefined
      },
    })
    const { signIn, call, send, log } = open(service)
    await signIn()
    service.expire()
    const client = new AbortController()
    const first = send('', { body: ping, signal: client.signal })
    await expect.poll(() => service.asked.at(-1)).toBe('POST /token')
    client.abort()
    left.resolve(undefined)
    expect((await first).status).toBe(499)
    expect(log.at(-1)).toMatchObject({ code: 'client_closed' })
    expect(await userOf(await call())).toBe('ada')
    expect(service.forms).toHaveLength(2)
  })

  it('signs a user out, and ends the tokens at the service', async () => {
    const service = createOAuthService()
    const { signIn, call, send } = open(service)
    await signIn()
    const [refresh] = service.refresh.keys()
    expect((await send('/sign-in', { method: 'DELETE' })).status).toBe(204)
    expect(service.revoked).toEqual([refresh])
    expect((await call()).status).toBe(401)
    expect((await send('/sign-in', { method: 'DELETE' })).status).toBe(204)
  })

  it('sends no token to another server after a change of the configuration', async () => {
    const store = memoryStore()
    const service = createOAuthService()
    await open(service, { store }).signIn()
    const other = createOAuthService({ origin: 'https://other.example' })
    expect((await open(other, { store }).call()).status).toBe(401)
    expect(other.asked).toEqual([])
  })

  it('P15 shows the secret only to the token endpoint, in the header or the body it wants', async () => {
    const service = createOAuthService({
      server: { token_endpoint_auth_methods_supported: ['client_secret_post'] },
    })
    await open(service, { clientSecret: secret }).signIn()
    expect(service.forms[0]).toMatchObject({ client_secret: secret })
    const seen: (string | null)[] = []
    const basic = createOAuthService({
      answer: ({ headers }, path) => {
        if (path === '/token') seen.push(headers.get('authorization'))
        return undefined
      },
    })
    await open(basic, { clientSecret: 'a:b' }).signIn()
    expect(seen).toEqual([`Basic ${btoa('app:a%3Ab')}`])
    expect(basic.forms[0]).not.toHaveProperty('client_id')
  })

  it('uses the URL of a document as its id, where the service takes one', async () => {
    const clientMetadataUrl = 'https://app.example/client.json'
    const none = { clientId: undefined, clientMetadataUrl }
    const service = createOAuthService()
    expect((await open(service, none).signIn()).status).toBe(204)
    expect(service.forms[0]).toMatchObject({ client_id: clientMetadataUrl })
    const old = createOAuthService({ server: { client_id_metadata_document_supported: false } })
    expect((await open(old, none).send('/sign-in', { body: {} })).status).toBe(502)
  })

  it('prefers the scopes of the configuration, then those of the refusal', async () => {
    const service = createOAuthService({ challenge: 'Bearer scope="read", error="x"' })
    const scopeOf = async (oauth: Partial<McpOAuth>) =>
      new URL((await open(service, oauth).begin()).url).searchParams.get('scope')
    expect(await scopeOf({})).toBe('read')
    expect(await scopeOf({ scopes: ['a', 'b'] })).toBe('a b')
  })

  it('P38 needs a `redirectUri`, so that no header chooses where a code goes', async () => {
    const { send, log } = open(createOAuthService(), { redirectUri: undefined })
    for (const origin of ['https://app.example', 'https://evil.example']) {
      const headers = { origin, 'sec-fetch-site': 'same-origin' }
      expect((await send('/sign-in', { body: {}, headers })).status).toBe(500)
    }
    expect(log.at(-1)?.cause?.message).toContain('needs a `redirectUri`')
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }
    const named = await open(createOAuthService()).send('/sign-in', { body: {}, headers })
    const { url } = (await named.json()) as { url: string }
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(callback)
  })

  it('takes a `redirectUri` of pages of another origin', async () => {
    const service = createOAuthService()
    const allowed = { origins: ['https://shop.example'] }
    const headers = { origin: 'https://shop.example' }
    const without = open(service, { redirectUri: undefined }, allowed)
    expect((await without.send('/sign-in', { body: {}, headers })).status).toBe(500)
    const redirectUri = 'https://shop.example/signed-in'
    const response = await open(service, { redirectUri }, allowed).send('/sign-in', {
      body: {},
      headers,
    })
    expect(response.headers.get('access-control-allow-origin')).toBe(headers.origin)
    const { url } = (await response.json()) as { url: string }
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(redirectUri)
  })

  it('P12 begins and ends nothing for another site, or without a user', async () => {
    const { send } = open(createOAuthService())
    for (const path of ['/sign-in', '/callback']) {
      const cross = { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } }
      expect((await send(path, { body: {}, ...cross })).status).toBe(403)
      expect((await send(path, { body: {}, user: '' })).status).toBe(401)
      const form = { 'content-type': 'text/plain' }
      expect((await send(path, { body: {}, headers: form })).status).toBe(415)
    }
  })

  it('gives everybody the same page for the way back, which no frame and no script can misuse', async () => {
    const { send, log } = open(createOAuthService())
    const response = await send('/callback?code=planted-code&state=s', {
      method: 'GET',
      user: '',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(text).not.toContain('planted-code')
    expect(JSON.stringify(log)).not.toContain('planted-code')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[\w-]{43}'/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it.each([
    [400, { error: 'invalid_target' }],
    [400, { error: 'invalid_request' }],
    [400, { error: 'invalid_scope' }],
    [403, { error: 'Forbidden' }],
    [404, { error: 'Not Found' }],
  ])('keeps a sign-in when a refresh is refused with %i %j', async (status, refusal) => {
    let isBroken = false
    const service = createOAuthService({
      answer: (_request, path) =>
        isBroken && path === '/token' ? Response.json(refusal, { status }) : undefined,
    })
    const { signIn, call } = open(service)
    await signIn()
    service.expire()
    isBroken = true
    const response = await call()
    expect(response.status).toBe(502)
    isBroken = false
    expect(await userOf(await call())).toBe('ada')
  })

  it.each(['invalid_grant', 'bad_refresh_token'])('ends a sign-in for %s', async (error) => {
    let isOver = false
    const service = createOAuthService({
      answer: (_request, path) =>
        isOver && path === '/token' ? Response.json({ error }, { status: 400 }) : undefined,
    })
    const { signIn, call } = open(service)
    await signIn()
    service.expire()
    isOver = true
    expect((await call()).status).toBe(401)
    isOver = false
    expect((await call()).status).toBe(401)
  })

  it('asks for the rights that a call was refused for, beside those of before', async () => {
    let wants: string | undefined
    const service = createOAuthService({
      answer: (_request, path) =>
        wants && path === '/mcp'
          ? new Response(null, {
              status: 403,
              headers: {
                'www-authenticate': `Bearer error="insufficient_scope", scope="${wants}"`,
              },
            })
          : undefined,
    })
    const { signIn, call, begin } = open(service, { scopes: ['read'] })
    await signIn()
    wants = 'admin read'
    const refused = await call()
    expect(refused.status).toBe(403)
    expect(await errorOf(refused)).toMatchObject({
      code: 'sign_in_required',
      signInUrl: '/api/agent/mcp/tickets/sign-in',
    })
    wants = undefined
    expect(await userOf(await call())).toBe('ada')
    expect(new URL((await begin()).url).searchParams.get('scope')).toBe('read admin')
  })

  it('asks for the rights also if a refreshed token is refused, and keeps that token', async () => {
    let sends: number | undefined
    const challenge = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="admin"' }
    const service = createOAuthService({
      answer: (_request, path) => {
        if (sends === undefined || path !== '/mcp') return undefined
        sends += 1
        return sends === 2 ? new Response(null, { status: 403, headers: challenge }) : undefined
      },
    })
    const { signIn, call, begin } = open(service, { scopes: ['read'] })
    await signIn()
    service.expire()
    sends = 0
    const refused = await call()
    expect(refused.status).toBe(403)
    expect(await errorOf(refused)).toMatchObject({ code: 'sign_in_required' })
    expect(new URL((await begin()).url).searchParams.get('scope')).toBe('read admin')
    expect(await userOf(await call())).toBe('ada')
    await signIn()
    expect(new URL((await begin()).url).searchParams.get('scope')).toBe('read')
  })

  it.each([
    ['no client', { clientId: undefined }],
    [
      'a document that the service does not take',
      {
        clientId: undefined,
        clientMetadataUrl: 'https://a.example/c.json',
      },
    ],
  ])('registers itself with %s', async (_what, oauth) => {
    const bodies: unknown[] = []
    const service = createOAuthService({
      server: {
        registration_endpoint: 'https://login.example/register',
        client_id_metadata_document_supported: false,
      },
      answer: async (request, path) => {
        if (path !== '/register') return undefined
        bodies.push(await request.json())
        return Response.json({ client_id: 'made', client_secret: secret }, { status: 201 })
      },
    })
    const { begin, finish, call } = open(service, oauth)
    const { url } = await begin()
    expect(new URL(url).searchParams.get('client_id')).toBe('made')
    expect(bodies).toEqual([
      {
        client_name: 'Ambit',
        redirect_uris: ['https://app.example/api/agent/mcp/tickets/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    ])
    expect((await finish(service.press(url, 'Ada'))).status).toBe(204)
    expect(await userOf(await call())).toBe('Ada')
    service.expire()
    expect(await userOf(await call())).toBe('Ada')
    expect(bodies).toHaveLength(1)
  })

  it.each([
    ['that registered itself ends, and the next one registers anew', undefined, 401, 2],
    ['of the configuration stays', 'configured', 502, 0],
  ])(
    'a sign-in of a client %s, if the service knows the client no more',
    async (_what, clientId, status, count) => {
      let isForgotten = false
      let registered = 0
      const service = createOAuthService({
        server: { registration_endpoint: 'https://login.example/register' },
        answer: (_request, path) => {
          if (isForgotten && path === '/token') {
            return Response.json({ error: 'invalid_client' }, { status: 401 })
          }
          if (path !== '/register') return undefined
          return Response.json({ client_id: `made${++registered}` }, { status: 201 })
        },
      })
      const { begin, finish, call } = open(service, { clientId, clientSecret: undefined })
      expect((await finish(service.press((await begin()).url, 'Ada'))).status).toBe(204)
      service.expire()
      isForgotten = true
      expect((await call()).status).toBe(status)
      isForgotten = false
      expect((await finish(service.press((await begin()).url, 'Ada'))).status).toBe(204)
      expect(await userOf(await call())).toBe('Ada')
      expect(registered).toBe(count)
    },
  )

  it('says so if there is no client, and the service registers none', async () => {
    const { send } = open(createOAuthService(), { clientId: undefined })
    const response = await send('/sign-in', { body: {} })
    expect(await errorOf(response)).toMatchObject({
      code: 'upstream_bad_content',
      message: expect.stringContaining('registers none') as string,
    })
  })

  it('finds the sign-in service of a server of March 2025 at its origin', async () => {
    const origin = 'https://tickets.example'
    const service = createOAuthService({
      answer: (_request, path) => {
        if (path.startsWith('/.well-known/oauth-protected'))
          return new Response(null, { status: 404 })
        if (path !== '/.well-known/oauth-authorization-server') return undefined
        return Response.json({
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          code_challenge_methods_supported: ['S256'],
        })
      },
    })
    const { begin } = open(service)
    expect(new URL((await begin()).url).origin).toBe(origin)
  })

  it('has no such routes without `oauth`', async () => {
    const service = createOAuthService()
    const proxy = createProxy({
      authorize: () => 'ada',
      use: [mcpServers({ tickets: { url: service.url } })],
    })
    for (const path of ['sign-in', 'callback']) {
      const url = `https://app.example/api/agent/mcp/tickets/${path}`
      expect((await proxy(new Request(url, { method: 'POST' }))).status).toBe(404)
    }
  })

  it.each([
    ['two clients', { clientId: 'a', clientMetadataUrl: 'https://a.example/c.json' }],
    ['a document by http', { clientMetadataUrl: 'http://a.example/c.json' }],
    ['a document without a path', { clientMetadataUrl: 'https://a.example' }],
    ['a secret for a document', { clientMetadataUrl: 'https://a.example/c', clientSecret: 'x' }],
    ['a way back by http', { clientId: 'a', redirectUri: 'http://a.example/b' }],
    ['two scopes in one', { clientId: 'a', scopes: ['a b'] }],
  ])('refuses to start with %s', (_what, oauth) => {
    expect(() => mcpServers({ a: { url: 'https://x.example', oauth } })).toThrow(/`a\.oauth/)
  })
})
