import { describe, expect, it } from 'vitest'
import { createOAuthService, type OAuthService } from '../../../../core/test/oauth-service.ts'
import { listen } from '../../../test/gateway-under-test.ts'
import { createProxy } from '../../create-proxy.ts'
import { nodeListener } from '../../node/node-listener.ts'
import type { ProxyOptions } from '../../proxy-options.ts'
import { mcpServers } from '../mcp-servers.ts'

/** Starts an MCP server, its sign-in service, and a proxy, each on a port of its own. */
async function start(options: Partial<ProxyOptions>) {
  const played = Promise.withResolvers<OAuthService>()
  const play = nodeListener(async (request) => (await played.promise).fetch(request))
  const [origin, login] = [await listen(play), await listen(play)]
  const service = createOAuthService({ origin, login })
  played.resolve(service)
  const tickets = { url: service.url, oauth: { clientId: 'app' } }
  const proxy = createProxy({ use: [mcpServers({ tickets })], log: () => {}, ...options })
  const base = `${await listen(nodeListener(proxy))}/api/agent/mcp/tickets`
  const headers = { 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(base + path, { method: 'POST', body: JSON.stringify(body), headers })
  return { service, post, base }
}

describe('a sign-in on this machine', () => {
  it('works under `insecureDev`, over HTTP', async () => {
    const { service, post, base } = await start({ insecureDev: true })
    expect((await post('', {})).status).toBe(401)
    const begun = await post('/sign-in', {})
    const { url } = (await begun.json()) as { url: string }
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${base}/callback`)
    const query = service.press(url, 'Ada')
    expect((await fetch(`${base}/callback${query}`)).status).toBe(200)
    const answer = Object.fromEntries(new URLSearchParams(query))
    expect((await post('/callback', answer)).status).toBe(204)
    const called = await post('', { jsonrpc: '2.0', id: 1, method: 'ping' })
    expect(await called.json()).toMatchObject({ result: { user: 'Ada' } })
    service.expire()
    expect((await post('', { jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200)
  })

  it('P38 does not begin for others: this machine is a private network', async () => {
    const { post, service } = await start({ authorize: () => 'ada' })
    const response = await post('/sign-in', {})
    expect(response.status).toBe(502)
    expect(service.asked.filter((line) => line.includes('authorization-server'))).toEqual([])
  })
})
