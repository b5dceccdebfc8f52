import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  createOAuthService,
  type OAuthService,
  type OAuthServiceOptions,
} from '../../../core/test/oauth-service.ts'
import { fakeSignInWindow } from '../../test/fake-sign-in-window.ts'
import { mcpOAuth, type McpOAuthOptions } from './mcp-oauth.ts'
import { indexedDbTokens } from './token-storage.ts'

const options = { clientId: 'page', redirectUrl: '/signed-in' }
const { signal } = new AbortController()

/** Plays a server, its sign-in service, and the user `Ada`. */
function open(more: Partial<McpOAuthOptions> = {}, given: OAuthServiceOptions = {}) {
  const service = createOAuthService(given)
  const requests: RequestInit[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init = {}) => {
    requests.push(init)
    return service.fetch(input as string, init)
  })
  onTestFinished(() => spy.mockRestore())
  const opened = fakeSignInWindow((url) => service.press(url, 'Ada'))
  const auth = mcpOAuth({ ...options, ...more })
  const refusal = { url: service.url, status: 401 }
  return { service, requests, opened, auth, refusal, signIn: () => auth.signIn(refusal, signal) }
}

const userOf = async (service: OAuthService, headers: unknown): Promise<unknown> =>
  service.access.get(
    new Headers(headers as HeadersInit).get('authorization')?.replace('Bearer ', '') ?? '',
  )

describe('mcpOAuth', () => {
  it('signs the user in in a window with PKCE, and gives the token to that server alone', async () => {
    const { service, auth, opened, signIn, requests } = open()
    expect(await auth.headers(service.url)).toEqual({})
    await signIn()
    const { searchParams } = new URL(opened.shown[0] ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'page',
      redirect_uri: new URL('/signed-in', location.href).href,
      code_challenge_method: 'S256',
      resource: service.url,
      scope: 'read write',
    })
    expect(opened).toMatchObject({ opener: null, isClosed: true })
    await expect.poll(() => opened.heard).toEqual([searchParams.get('state')])
    expect(await userOf(service, await auth.headers(service.url))).toBe('Ada')
    expect(await auth.headers('https://other.example/mcp')).toEqual({})
    expect(requests.every(({ credentials }) => credentials === 'omit')).toBe(true)
  })

  it('hears no answer to another sign-in, and none of another service', async () => {
    const { service, auth, refusal } = open()
    let state = ''
    const opened = fakeSignInWindow((url) => {
      state = new URL(url).searchParams.get('state') ?? ''
      return service.press(url, 'Ada').replace(state, 'x'.repeat(43))
    })
    const signingIn = auth.signIn(refusal, signal)
    await expect.poll(() => opened.shown).toHaveLength(1)
    opened.comeBack(`?code=c&state=${state}&iss=https%3A%2F%2Fevil.example`)
    await expect(signingIn).rejects.toThrow('another service')
    expect(service.forms).toEqual([])
    expect(opened.heard).not.toContain('x'.repeat(43))
  })

  it.each([
    ['a service by http', { resource: { authorization_servers: ['http://login.example'] } }],
    ['a script as sign-in page', { server: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['no PKCE', { server: { code_challenge_methods_supported: [] } }],
    ['another issuer', { server: { issuer: 'https://evil.example' } }],
    ['the metadata of another server', { resource: { resource: 'https://bank.example' } }],
  ])('shows no page for %s, and closes the window', async (_what, given) => {
    const { opened, signIn } = open({}, given)
    await expect(signIn()).rejects.toMatchObject({ name: 'OAuthError', failure: 'metadata' })
    expect(opened).toMatchObject({ shown: [], isClosed: true })
  })

  it('refreshes once for many refusals, and asks for a new sign-in when that ends', async () => {
    const { service, auth, refusal, signIn } = open()
    await signIn()
    service.expire()
    const again = await Promise.all(
      Array.from({ length: 5 }, async () => auth.onUnauthorized(refusal)),
    )
    expect(again).toEqual(Array(5).fill(true))
    expect(service.forms).toHaveLength(2)
    expect(await userOf(service, await auth.headers(service.url))).toBe('Ada')
    service.refresh.clear()
    expect(await auth.onUnauthorized(refusal)).toBe(false)
    expect(await auth.headers(service.url)).toEqual({})
    expect(await auth.onUnauthorized({ ...refusal, status: 403 })).toBe(false)
  })

  it('refreshes a token before its end', async () => {
    const { service, auth, signIn } = open({}, { expiresIn: 5 })
    await signIn()
    const before = [...service.access.keys()].at(-1)
    const headers = await auth.headers(service.url)
    expect(await userOf(service, headers)).toBe('Ada')
    expect(JSON.stringify(headers)).not.toContain(before)
  })

  it('keeps nothing beyond the page by default, and only the refresh token by option', async () => {
    const plain = open()
    await plain.signIn()
    expect(await mcpOAuth(options).headers(plain.service.url)).toEqual({})

    const storage = indexedDbTokens(`test-${crypto.randomUUID()}`)
    const { service, auth, signIn } = open({ storage })
    await signIn()
    const [access = '?'] = service.access.keys()
    const text = await storage.get(`ambit-mcp-oauth:${service.url}`)
    expect(text).toContain([...service.refresh.keys()][0])
    expect(text).not.toContain(access)
    const later = mcpOAuth({ ...options, storage })
    expect(await userOf(service, await later.headers(service.url))).toBe('Ada')
    expect(await mcpOAuth({ ...options, clientId: 'x', storage }).headers(service.url)).toEqual({})
    // Both tabs go on, though each refresh token counts once.
    service.expire()
    const refusal = { url: service.url, status: 401 }
    expect(await Promise.all([auth, later].map(async (it) => it.onUnauthorized(refusal)))).toEqual([
      true,
      true,
    ])
    await later.signOut()
    expect(await storage.get(`ambit-mcp-oauth:${service.url}`)).toBeUndefined()
    expect(service.revoked).toHaveLength(1)
  })

  it('stays signed out after a refresh that went on', async () => {
    const { service, auth, refusal, signIn } = open()
    await signIn()
    service.expire()
    const refreshing = auth.onUnauthorized(refusal)
    await auth.signOut()
    await refreshing
    expect(await auth.headers(service.url)).toEqual({})
  })

  it('stays signed out after a read of the storage that went on, and ends those tokens', async () => {
    const storage = indexedDbTokens(`test-${crypto.randomUUID()}`)
    const { service, signIn } = open({ storage })
    await signIn()
    const later = mcpOAuth({ ...options, storage })
    const reading = later.headers(service.url)
    await later.signOut()
    await reading
    expect(await later.headers(service.url)).toEqual({})
    expect(await storage.get(`ambit-mcp-oauth:${service.url}`)).toBeUndefined()
    expect(service.revoked).toHaveLength(1)
  })

  it('says that the window was blocked', async () => {
    const { auth, refusal } = open()
    vi.mocked(window.open).mockReturnValue(null)
    await expect(auth.signIn(refusal, signal)).rejects.toThrow('blocked the window')
  })

  it('gives up once the window is closed and the user is back', async () => {
    const { service, auth, refusal } = open()
    const opened = fakeSignInWindow(() => undefined)
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    onTestFinished(() => focus.mockRestore())
    const signingIn = auth.signIn(refusal, signal)
    await expect.poll(() => opened.shown).toHaveLength(1)
    opened.isClosed = true
    await expect(signingIn).rejects.toThrow('The window was closed')
    expect(service.forms).toEqual([])
  })

  it('waits on for a service that cuts its window off, which then looks closed', async () => {
    const { service, auth, refusal } = open()
    const opened = fakeSignInWindow(() => undefined)
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    onTestFinished(() => focus.mockRestore())
    const signingIn = auth.signIn(refusal, signal)
    await expect.poll(() => opened.shown).toHaveLength(1)
    opened.isClosed = true
    // Looked at twice and more.
    await expect.poll(() => focus.mock.calls.length).toBeGreaterThan(2)
    opened.comeBack(service.press(opened.shown[0] ?? '', 'Ada'))
    await signingIn
    expect(await userOf(service, await auth.headers(service.url))).toBe('Ada')
  })

  it('ends an earlier sign-in, whose window the next one takes', async () => {
    const { service, auth, refusal } = open()
    let nth = 0
    const opened = fakeSignInWindow((url) => (nth++ ? service.press(url, 'Ada') : undefined))
    const first = auth.signIn(refusal, signal).catch((error: unknown) => String(error))
    await expect.poll(() => opened.shown).toHaveLength(1)
    const second = auth.signIn(refusal, signal)
    expect(await first).toContain('Another sign-in has begun')
    expect(opened.isClosed).toBe(false)
    await second
    expect(await userOf(service, await auth.headers(service.url))).toBe('Ada')
  })

  it('registers the page where the service does not know it, and keeps the client', async () => {
    const registered: unknown[] = []
    let isForgotten = false
    const { service, auth, opened, signIn, refusal } = open(
      { clientId: undefined },
      {
        server: { registration_endpoint: 'https://login.example/register' },
        answer: async (request, path) => {
          if (isForgotten && path === '/token') {
            return Response.json({ error: 'invalid_client' }, { status: 401 })
          }
          if (path !== '/register') return undefined
          registered.push(await request.json())
          return Response.json({ client_id: 'made' }, { status: 201 })
        },
      },
    )
    await signIn()
    expect(registered).toMatchObject([
      {
        redirect_uris: [new URL('/signed-in', location.href).href],
        token_endpoint_auth_method: 'none',
      },
    ])
    expect(new URL(opened.shown[0] ?? '').searchParams.get('client_id')).toBe('made')
    service.expire()
    expect(await auth.onUnauthorized(refusal)).toBe(true)
    expect(service.forms.at(-1)).toMatchObject({ client_id: 'made', grant_type: 'refresh_token' })
    // A service that has forgotten it registers it anew.
    service.expire()
    isForgotten = true
    expect(await auth.onUnauthorized(refusal)).toBe(false)
    expect(await auth.headers(service.url)).toEqual({})
    isForgotten = false
    await signIn()
    expect(registered).toHaveLength(2)
  })

  it('asks for the rights that were missing, beside those of before', async () => {
    const { auth, opened, signIn, refusal } = open({ scopes: ['read'] })
    await signIn()
    const wwwAuthenticate = 'Bearer error="insufficient_scope", scope="admin"'
    await auth.signIn({ ...refusal, status: 403, wwwAuthenticate }, signal)
    const asked = opened.shown.map((url) => new URL(url).searchParams.get('scope'))
    expect(asked).toEqual(['read', 'read admin'])
  })

  it('ends with its signal', async () => {
    const { auth, refusal } = open()
    const opened = fakeSignInWindow(() => undefined)
    const stop = new AbortController()
    const signingIn = auth.signIn(refusal, stop.signal)
    await expect.poll(() => opened.shown).toHaveLength(1)
    stop.abort()
    await expect(signingIn).rejects.toThrow('abort')
    expect(opened.isClosed).toBe(true)
  })

  it.each([
    ['two clients', { redirectUrl: '/a', clientId: 'a', clientMetadataUrl: 'https://a.example/c' }],
    ['a way back to another origin', { redirectUrl: 'https://a.example', clientId: 'a' }],
  ])('throws for %s', (_what, bad) => {
    expect(() => mcpOAuth(bad)).toThrow(TypeError)
  })
})
