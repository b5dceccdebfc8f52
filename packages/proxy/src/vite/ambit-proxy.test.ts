import type { AddressInfo } from 'node:net'
import { MockLanguageModelV4 } from 'ai/test'
import { createLogger, createServer, type Plugin, type ViteDevServer } from 'vite'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createProxy } from '../create-proxy.ts'
import { prefixes } from '../prefixes/prefixes.ts'
import { providersFromEnv } from '../providers/providers-from-env.ts'
import { ambitProxy } from './ambit-proxy.ts'

let server: ViteDevServer | undefined
afterEach(async () => {
  await server?.close()
})

async function start(options?: Parameters<typeof ambitProxy>[0], others: Plugin[] = []) {
  const printed: string[] = []
  server = await createServer({
    configFile: false,
    root: import.meta.dirname,
    envDir: false,
    appType: 'custom',
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    customLogger: { ...createLogger('silent'), info: (line) => printed.push(line) },
    plugins: [ambitProxy(options), ...others],
  })
  await server.listen()
  const address = server.httpServer?.address() as AddressInfo
  return { origin: `http://127.0.0.1:${address.port}`, printed: printed.join('\n') }
}

describe('ambitProxy', () => {
  it('serves a development server on the page’s own origin, and leaves other paths to it', async () => {
    const { origin, printed } = await start({ models: { m: new MockLanguageModelV4() } })
    const response = await fetch(`${origin}/api/agent/models`)
    expect(await response.json()).toMatchObject({ models: [{ id: 'm', label: 'm' }] })
    expect((await fetch(`${origin}/api/agentless`)).headers.has('x-request-id')).toBe(false)
    expect(printed).toContain('/api/agent: m')
  })

  it('P10 answers loopback alone unless it is told who is asking', async () => {
    const { origin } = await start({ models: { m: new MockLanguageModelV4() } })
    const foreign = { headers: { origin: 'https://evil.example' } }
    expect((await fetch(`${origin}/api/agent/models`, foreign)).status).toBe(403)
    await server?.close()

    const guarded = await start({ models: { m: new MockLanguageModelV4() }, authorize: () => null })
    expect((await fetch(`${guarded.origin}/api/agent/models`)).status).toBe(401)
  })

  it('P42 keeps parts of calls only if it is told to, and who is asking', async () => {
    const models = { m: new MockLanguageModelV4() }
    const authorize = () => 'ada'
    const use = [prefixes()]
    const prompt = [{ role: 'system', content: 'Be kind. '.repeat(90) }]
    const body = JSON.stringify({ modelId: 'm', options: { prompt }, stableEnd: 1 })
    const offers: (string | null)[] = []
    for (const options of [
      { models },
      { models, use },
      { models, authorize },
      { models, authorize, use },
    ]) {
      const { origin } = await start(options)
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${origin}/api/agent/model`, { method: 'POST', headers, body })
      offers.push(response.headers.get('ambit-prefix'))
      await response.text()
      await server?.close()
    }
    expect(offers).toEqual([null, null, null, '1'])
  })

  it('says that there is no key where there is none', async () => {
    const { origin, printed } = await start({ models: {} })
    expect(await (await fetch(`${origin}/api/agent/models`)).json()).toMatchObject({ models: [] })
    expect(printed).toContain('no key found')
    expect(printed).toContain('OPENAI_API_KEY')
  })

  it('prints nothing in the server of Vitest', async () => {
    const { origin, printed } = await start({ models: {} }, [{ name: 'vitest' }])
    expect((await fetch(`${origin}/api/agent/models`)).status).toBe(200)
    expect(printed).not.toContain('Agent proxy')
  })

  it('serves the model that a production server serves with the same environment', async () => {
    vi.stubEnv('AMBIT_BASE_URL', 'http://127.0.0.1:1/v1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { origin } = await start()
    const production = createProxy({
      models: providersFromEnv(process.env).models,
      authorize: () => 'ada',
    })
    const { models } = await (await fetch(`${origin}/api/agent/models`)).json()
    const listed = await production(new Request('http://localhost/api/agent/models'))
    expect(await listed.json()).toMatchObject({ models })
    expect(models).toContainEqual(expect.objectContaining({ id: 'compatible/default' }))
  })
})
