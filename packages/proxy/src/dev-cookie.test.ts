import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorOf, proxyUnderTest, requestOf } from '../test/proxy-under-test.ts'
import { authorizeDev, withDevCookie } from './dev-cookie.ts'

const origin = 'http://localhost:3000'

/** A request of a browser that opens a page. */
const open = (host = 'localhost:3000', accept = 'text/html,*/*'): Request =>
  new Request(`${origin}/`, { headers: { accept, host } })

/** Returns the cookie that a page gets, as a browser sends it back. */
const cookieOf = (request: Request): string | undefined =>
  withDevCookie(request, new Response('page')).headers.get('set-cookie')?.split(';')[0]

const call = (headers: Record<string, string>): Request =>
  requestOf({
    origin,
    path: '/api/agent/models',
    method: 'GET',
    headers: { host: 'localhost:3000', ...headers },
  })

beforeEach(() => void vi.stubEnv('NODE_ENV', 'development'))
afterEach(() => void vi.unstubAllEnvs())

describe('withDevCookie', () => {
  it('gives a page a cookie that no script and no other site can use', async () => {
    const page = new Response('page', { status: 404, headers: { 'x-own': 'kept' } })
    const response = withDevCookie(open(), page)
    expect(response.headers.get('set-cookie')).toMatch(
      /^ambit-dev-3000=[\w-]{36}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(response.status).toBe(404)
    expect(response.headers.get('x-own')).toBe('kept')
    expect(await response.text()).toBe('page')
  })

  it('keeps the cookies of a response, and takes a redirect', () => {
    const page = new Response('', { headers: { 'set-cookie': 'own=1' } })
    expect(withDevCookie(open(), page).headers.getSetCookie()).toEqual([
      'own=1',
      expect.stringContaining('ambit-dev-3000='),
    ])
    const { headers, status } = withDevCookie(open(), Response.redirect(`${origin}/new`))
    expect([status, headers.get('location')]).toEqual([302, `${origin}/new`])
    expect(headers.get('set-cookie')).toContain('ambit-dev-3000=')
  })

  it('gives none to another host name, as after DNS rebinding, nor to anything but a page', () => {
    const hosts = ['evil.example:3000', '192.168.1.7:3000', 'localhost.evil.example', '']
    for (const host of hosts) expect(cookieOf(open(host))).toBeUndefined()
    expect(cookieOf(open('localhost:3000', '*/*'))).toBeUndefined()
    expect(cookieOf(new Request(origin, { headers: { accept: 'text/html' } }))).toBeUndefined()
  })

  it.each(['production', 'test', ''])('gives none where NODE_ENV is %j', (mode) => {
    vi.stubEnv('NODE_ENV', mode)
    const page = new Response('page')
    expect(withDevCookie(open(), page)).toBe(page)
  })
})

describe('authorizeDev', () => {
  it('serves every page that has the cookie, and a server on another port not', async () => {
    const { handle } = proxyUnderTest({ authorize: authorizeDev })
    const cookie = cookieOf(open()) ?? ''
    expect(cookieOf(open())).toBe(cookie)
    for (const headers of [{ cookie }, { cookie: `a=1; ambit-dev-3001=x; ${cookie}; b=2` }]) {
      expect((await handle(call(headers))).status).toBe(200)
    }
    const other = call({ cookie, host: 'localhost:3001' })
    expect((await handle(other)).status).toBe(401)
  })

  it('serves the cookie after the file was loaded again, as a bundler does', async () => {
    const cookie = cookieOf(open()) ?? ''
    vi.resetModules()
    const again = await import('./dev-cookie.ts')
    expect(await again.authorizeDev(call({ cookie }))).toBe('developer')
  })

  it('refuses whoever has not opened the page, and says how to', async () => {
    const entries: unknown[] = []
    const { handle } = proxyUnderTest({
      authorize: authorizeDev,
      log: (entry) => void entries.push(entry),
    })
    const cookie = cookieOf(open()) ?? ''
    const value = cookie.split('=')[1] ?? '-'
    const wrong = [{}, { cookie: 'ambit-dev-3000=' }, { cookie: `${cookie}x` }, { cookie: value }]
    for (const headers of wrong) {
      const error = await errorOf(await handle(call(headers)))
      expect(error).toMatchObject({ code: 'unauthorized', status: 401 })
      expect(error.message).toContain('load it again')
      expect(error.message).not.toContain(value)
    }
    await handle(call({ cookie }))
    expect(entries).toHaveLength(wrong.length + 1)
    expect(JSON.stringify(entries)).not.toContain(value)
  })

  it.each([
    ['x-forwarded-host', 'x.tunnel.example'],
    ['x-forwarded-for', '192.168.1.9'],
    ['via', '1.1 edge'],
  ])('serves nobody whom another server lets in, by the header %s', async (name, value) => {
    const { handle } = proxyUnderTest({ authorize: authorizeDev })
    const headers = { accept: 'text/html', host: 'localhost:3000', [name]: value }
    expect(cookieOf(new Request(origin, { headers }))).toBeUndefined()
    const cookie = cookieOf(open()) ?? ''
    const error = await errorOf(await handle(call({ cookie, [name]: value })))
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(error.message).toContain(`(header \`${name}\`)`)
    const local = { 'x-forwarded-host': 'localhost:3000', 'x-forwarded-for': '::ffff:127.0.0.1' }
    expect((await handle(call({ cookie, ...local }))).status).toBe(200)
  })

  it('serves HTTP/2, which has no header of the host', async () => {
    const at = 'https://localhost:3000/'
    const cookie = cookieOf(new Request(at, { headers: { accept: 'text/html' } }))
    expect(cookie).toMatch(/^ambit-dev-3000=/)
    const request = new Request(`${at}api/agent/models`, { headers: { cookie: cookie ?? '' } })
    expect(await authorizeDev(request)).toBe('developer')
  })

  it('refuses another origin, though it has the cookie', async () => {
    const { handle } = proxyUnderTest({ authorize: authorizeDev })
    const cookie = cookieOf(open()) ?? ''
    const site = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }
    const error = await errorOf(await handle(call({ cookie, ...site })))
    expect(error).toMatchObject({ code: 'origin_not_allowed', status: 403 })
  })

  it.each(['production', 'test', ''])('refuses everybody where NODE_ENV is %j', async (mode) => {
    const { handle } = proxyUnderTest({ authorize: authorizeDev })
    const cookie = cookieOf(open()) ?? ''
    vi.stubEnv('NODE_ENV', mode)
    const error = await errorOf(await handle(call({ cookie })))
    expect(error).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(error.message).toContain('Give createProxy an `authorize` that returns the id')
  })
})
