import { encodeCall, localModelsPath } from '@ambit/protocol'
import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MockLanguageModelV4 } from 'ai/test'
import { createLogger, createServer, type Plugin, type ViteDevServer } from 'vite'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createProxy } from '../create-proxy.ts'
import { prefixes } from '../prefixes/prefixes.ts'
import { providerKinds } from '../providers/providers-from-env.ts'
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

  describe('without a key', () => {
    /** Starts a server of llama.cpp that answers “Hello.”, and a page's server beside it. */
    async function startBoth(ids: readonly string[], options?: Parameters<typeof ambitProxy>[0]) {
      const asked: string[] = []
      const held = { until: Promise.resolve() }
      const answer: RequestListener = (request, response) => {
        if (request.method === 'GET') {
          const data = ids.map((id) => ({ id, owned_by: 'llamacpp' }))
          return void response.end(JSON.stringify({ data }))
        }
        const choices = [{ index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' }]
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(`data: ${JSON.stringify({ id: '1', choices })}\n\ndata: [DONE]\n\n`)
      }
      const near = createHttpServer((request, response) => {
        asked.push(`${request.method} ${request.url}`)
        void held.until.then(() => answer(request, response))
      }).listen(0, '127.0.0.1')
      await once(near, 'listening')
      onTestFinished(() => void near.close())
      for (const { variable } of providerKinds.values()) vi.stubEnv(variable, '')
      const { port } = near.address() as AddressInfo
      vi.stubEnv('AMBIT_LOCAL_MODELS', `http://127.0.0.1:${port}/`)
      onTestFinished(() => void vi.unstubAllEnvs())
      const { origin } = await start(options)
      return { at: `${origin}${localModelsPath}`, origin, asked, near, held }
    }
    const call = (modelId: string) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: encodeCall(modelId, {
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      }),
    })

    it('serves the models of this machine beside its own, and looks only when a page asks', async () => {
      const { at, origin, asked } = await startBoth(['qwen3'])
      expect(await (await fetch(`${origin}/api/agent/models`)).json()).toMatchObject({ models: [] })
      expect(asked).toEqual([])
      const models = [{ id: 'llama.cpp/qwen3', label: 'qwen3 (llama.cpp)' }]
      expect(await (await fetch(`${at}/models`)).json()).toMatchObject({ models })
      const answer = await fetch(`${at}/model`, call('llama.cpp/qwen3'))
      expect(await answer.text()).toContain('Hello.')
    })

    it('looks once for pages that ask at the same time, and for no other path', async () => {
      const { at, asked, held } = await startBoth(['qwen3'])
      await fetch(`${at}/models`)
      const once = asked.length
      await fetch(`${at}/other`)
      expect(asked).toHaveLength(once)
      const answers = Promise.withResolvers<void>()
      held.until = answers.promise
      let arrived = 0
      server?.httpServer?.on('request', () => arrived++)
      const lists = Promise.all([1, 2, 3].map(() => fetch(`${at}/models`)))
      await vi.waitFor(() => expect(arrived).toBe(3))
      answers.resolve()
      expect((await lists).map(({ status }) => status)).toEqual([200, 200, 200])
      expect(asked).toHaveLength(2 * once)
    })

    it('finds the model for a call after it was started again, and says if it has stopped', async () => {
      const { at, near } = await startBoth(['qwen3'])
      expect(await (await fetch(`${at}/model`, call('llama.cpp/qwen3'))).text()).toContain('Hello.')
      near.closeAllConnections()
      await new Promise((resolve) => near.close(resolve))
      const answer = await fetch(`${at}/model`, call('llama.cpp/qwen3'))
      expect(await answer.text()).toContain('upstream_unreachable')
      expect(await (await fetch(`${at}/models`)).json()).toMatchObject({ models: [] })
    })

    it('P10 answers pages of this machine alone, and asks who is there', async () => {
      const { at } = await startBoth(['qwen3'])
      const foreign = { headers: { origin: 'https://evil.example' } }
      expect((await fetch(`${at}/models`, foreign)).status).toBe(403)
      await server?.close()
      const guarded = await startBoth(['qwen3'], { insecureDev: true, authorize: () => null })
      expect((await fetch(`${guarded.at}/models`)).status).toBe(401)
    })

    it('asks nobody if it is off, if there is a key, and if there are models', async () => {
      const { at, asked } = await startBoth(['qwen3'], { models: {} })
      expect((await fetch(`${at}/models`)).status).toBe(404)
      await server?.close()
      vi.stubEnv('AMBIT_LOCAL_MODELS', 'off')
      const { origin } = await start()
      const answer = await fetch(`${origin}${localModelsPath}/models`)
      expect(await answer.json()).toMatchObject({ models: [] })
      await server?.close()
      vi.stubEnv('OPENAI_API_KEY', 'k')
      const keyed = await start()
      expect((await fetch(`${keyed.origin}${localModelsPath}/models`)).status).toBe(404)
      expect(asked).toEqual([])
    })
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
