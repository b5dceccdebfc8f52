// The client of the suites `core` and `auth`: connects, signs in as often as it is asked to, and
// calls each tool once. The suite gives the address as the last argument.
import { argv, env, exit } from 'node:process'
import type { McpAuth } from '@ambit/bridges/mcp'
import { createProxy, mcpServers } from '@ambit/proxy'
import { connect, statusOf } from './drive.ts'

const url = argv.at(-1) ?? ''
const scenario = env['MCP_CONFORMANCE_SCENARIO'] ?? ''
const context = JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  readonly client_id?: string
  readonly client_secret?: string
}

/** The page of the proxy. */
const origin = 'http://127.0.0.1:4545'
const base = `${origin}/api/agent/mcp/server`

/** The arguments of the tools that need some. */
const args: Readonly<Record<string, Record<string, unknown>>> = { add_numbers: { a: 5, b: 3 } }

/** Connects by a proxy that signs the user in. */
function byProxy() {
  const oauth = {
    ...(context.client_id === undefined
      ? { clientMetadataUrl: 'https://conformance-test.local/client-metadata.json' }
      : { clientId: context.client_id, clientSecret: context.client_secret }),
    redirectUri: `${base}/callback`,
    allowPrivateUrls: true,
  }
  const proxy = createProxy({
    authorize: () => 'ada',
    insecureDev: true,
    use: [mcpServers({ server: { url, oauth } })],
  })
  const fetch = (to: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    // What a server tells of a client on this machine.
    const connection = { remoteAddr: { hostname: '127.0.0.1' } }
    return proxy(new Request(to, { ...init, headers }), connection)
  }
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(base + path, init)
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    return response.status === 204 ? undefined : response.json()
  }
  const auth: McpAuth = {
    headers: () => ({}),
    onUnauthorized: () => false,
    signIn: async () => {
      const begun = (await post('/sign-in', {})) as { readonly url: string }
      const back = await globalThis.fetch(begun.url, { redirect: 'manual' })
      const { searchParams } = new URL(back.headers.get('location') ?? '')
      await post('/callback', Object.fromEntries(searchParams))
    },
  }
  return { url: base, fetch: fetch as typeof globalThis.fetch, auth }
}

const way = scenario.startsWith('auth/') ? byProxy() : { url }
const connection = await connect({ name: 's', trusted: true, ...way })
/** The most sign-ins: a server that is never content is left. */
let signIns = 3
const signIn = async (): Promise<void> => {
  if (signIns-- <= 0) return
  await connection.signIn()
  await statusOf(connection)
}
while (signIns > 0 && connection.getState().status === 'signin') await signIn()
for (const { definition } of connection.getState().tools) {
  const { name } = definition
  const call = (): Promise<unknown> => connection.callTool(name, args[name])
  await call().catch(async () => {
    // The call wants more rights than the user has given.
    if (connection.getState().reason === undefined) return
    await signIn()
    await call().catch(() => undefined)
  })
}
connection.close()
// The last messages are on their way.
setTimeout(() => exit(), 200)
