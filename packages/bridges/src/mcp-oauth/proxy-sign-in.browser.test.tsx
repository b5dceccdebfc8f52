import { signInChannel } from '@ambit/protocol/oauth'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeSignInWindow } from '../../test/fake-sign-in-window.ts'
import { finishMcpSignIn } from './finish-mcp-sign-in.ts'
import { proxySignIn } from './proxy-sign-in.ts'

const { signal } = new AbortController()
const refusal = { url: '/api/agent/mcp/tickets', status: 401 }

interface Asked {
  line: string
  body: unknown
  headers: Headers
  credentials: RequestCredentials | undefined
}

/** Plays the proxy. */
function open(answers: Record<string, () => Response> = {}) {
  const asked: Asked[] = []
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const { method = 'GET', body, headers, credentials } = init
    const line = `${method} ${String(input)}`
    const json: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    asked.push({ line, body: json, headers: new Headers(headers), credentials })
    const answer = answers[line]
    if (answer) return answer()
    if (!line.endsWith('/sign-in') || method !== 'POST') return new Response(null, { status: 204 })
    return Response.json({ url: 'https://login.example/authorize?state=s1', state: 's1' })
  })
  onTestFinished(() => spy.mockRestore())
  return asked
}

describe('proxySignIn', () => {
  it('shows the page that the proxy names, and gives it the answer with the rights of the page', async () => {
    const asked = open()
    const opened = fakeSignInWindow(() => '?code=c1&state=s1&iss=https%3A%2F%2Flogin.example')
    const auth = proxySignIn({ headers: async () => ({ authorization: 'Bearer session' }) })
    await auth.signIn(refusal, signal)
    expect(opened).toMatchObject({
      shown: ['https://login.example/authorize?state=s1'],
      opener: null,
      isClosed: true,
    })
    expect(asked.map(({ line }) => line)).toEqual([
      'POST /api/agent/mcp/tickets/sign-in',
      'POST /api/agent/mcp/tickets/callback',
    ])
    expect(asked[1]?.body).toEqual({ state: 's1', code: 'c1', iss: 'https://login.example' })
    for (const { headers, credentials } of asked) {
      expect(headers.get('authorization')).toBe('Bearer session')
      expect(credentials).toBeUndefined()
    }
    expect(await auth.headers(refusal.url)).toEqual({ authorization: 'Bearer session' })
    expect(await auth.onUnauthorized(refusal)).toBe(false)
  })

  it('says what the proxy says when it refuses, and shows no page that is a script', async () => {
    const error = { code: 'sign_in_failed', message: 'The sign-in was not allowed there.' }
    open({
      'POST /api/agent/mcp/tickets/callback': () => Response.json({ error }, { status: 400 }),
    })
    fakeSignInWindow(() => '?error=access_denied&state=s1')
    await expect(proxySignIn().signIn(refusal, signal)).rejects.toThrow(error.message)
    open({
      'POST /api/agent/mcp/tickets/sign-in': () =>
        Response.json({ url: 'javascript:alert(1)', state: 's1' }),
    })
    const opened = fakeSignInWindow(() => undefined)
    await expect(proxySignIn().signIn(refusal, signal)).rejects.toThrow('not https')
    expect(opened).toMatchObject({ shown: [], isClosed: true })
  })

  it('signs out', async () => {
    const asked = open()
    await proxySignIn({ withCookies: true }).signOut('/api/agent/mcp/tickets')
    expect(asked[0]).toMatchObject({
      line: 'DELETE /api/agent/mcp/tickets/sign-in',
      credentials: 'include',
    })
  })
})

describe('finishMcpSignIn', () => {
  it('gives the answer to the page that waits, takes it out of the address, and closes', async () => {
    const { href } = location
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    const channel = new BroadcastChannel(signInChannel)
    onTestFinished(() => {
      history.replaceState(null, '', href)
      close.mockRestore()
      channel.close()
    })
    const queries: unknown[] = []
    channel.addEventListener('message', ({ data }: MessageEvent<{ query: unknown }>) =>
      queries.push(data.query),
    )
    history.replaceState(null, '', '?code=c&state=s1')
    finishMcpSignIn()
    // As under StrictMode.
    finishMcpSignIn()
    expect(location.search).toBe('')
    await expect.poll(() => queries).toEqual(['?code=c&state=s1'])
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
    channel.postMessage({ heard: 'other' })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has none.
    channel.postMessage({ heard: 's1' })
    await expect.poll(() => close.mock.calls).toHaveLength(1)
  })
})
