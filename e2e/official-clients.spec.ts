import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createProxy, passThrough } from '@ambit/proxy'
import { nodeListener } from '@ambit/proxy/node'
import { expect, test } from '@playwright/test'
import { build, type Rolldown } from 'vite'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server, and returns its port. */
async function listen(listener: Listener): Promise<{ port: number; close: () => void }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, close: () => (server.closeAllConnections(), void server.close()) }
}

const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
const chat =
  event({ id: 'c', choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: 'stop' }] }) +
  'data: [DONE]\n\n'
const named = (value: { type: string; [field: string]: unknown }): string =>
  `event: ${value.type}\n${event(value)}`
const claude =
  named({ type: 'message_start', message: { id: 'm', usage: { input_tokens: 1 } } }) +
  named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
  named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } }) +
  named({ type: 'message_stop' })

/** Bundles the script of the page, which uses the official clients. */
async function bundlePage(): Promise<string> {
  const entry = fileURLToPath(
    new URL('../packages/proxy/test/browser/official-clients.ts', import.meta.url),
  )
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry, formats: ['es'], fileName: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [built] = output as Rolldown.RolldownOutput[]
  return built?.output[0].code ?? ''
}

test.describe('the official clients in a page of another origin', () => {
  test('ask through the proxy if the origin is listed, and are blocked if it is not', async ({
    page,
  }) => {
    const script = await bundlePage()
    const provider = await listen((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(request.url?.includes('messages') ? claude : chat)
    })
    const pages = await listen((request, response) => {
      const isScript = request.url === '/page.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      response.end(isScript ? script : '<!doctype html><title>Page</title>')
    })
    const listed = `http://127.0.0.1:${pages.port}`
    const shared = { apiKey: 'planted', baseURL: `http://127.0.0.1:${provider.port}/v1` }
    const proxy = createProxy({
      authorize: () => 'ada',
      origins: [listed],
      use: [
        passThrough({
          openai: { wire: 'openai', models: ['gpt-5'], ...shared },
          anthropic: { wire: 'anthropic', models: ['claude-sonnet-5-5'], ...shared },
        }),
      ],
    })
    const { port, close } = await listen(nodeListener(proxy))
    const ask = async (origin: string): Promise<Record<string, string>> => {
      await page.goto(origin)
      return page.evaluate(async (baseUrl) => {
        const path = '/page.js'
        const { askAll } = (await import(path)) as {
          askAll: (url: string) => Promise<Record<string, string>>
        }
        return askAll(baseUrl)
      }, `http://127.0.0.1:${port}/api/agent`)
    }
    try {
      expect(await ask(listed)).toEqual({ openai: 'Hello', anthropic: 'Hello' })
      const refused = await ask(`http://localhost:${pages.port}`)
      for (const text of Object.values(refused)) expect(text).toContain('Connection error')
    } finally {
      for (const stop of [close, pages.close, provider.close]) stop()
    }
  })
})
