import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '@modelcontextprotocol/node'
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server'
import { createProxy, mcpServers } from '@ambit/proxy'
import { nodeListener } from '@ambit/proxy/node'
import { z } from 'zod'

/** A server that listens on this machine. */
export interface RunningServer {
  readonly url: string
  stop(): Promise<void>
}

/** Serves a listener at a free port. */
async function serve(listener: RequestListener, path = '/mcp'): Promise<RunningServer> {
  const server: Server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${path}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Runs the official test server, which speaks MCP of 2025-11-25. */
export async function everything(): Promise<RunningServer> {
  const require = createRequire(import.meta.url)
  const main = require.resolve('@modelcontextprotocol/server-everything/dist/index.js')
  const free = await serve(() => undefined)
  const { port } = new URL(free.url)
  await free.stop()
  const child: ChildProcess = spawn(process.execPath, [main, 'streamableHttp'], {
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (text: Buffer) => String(text).includes('listening') && resolve())
    child.on('exit', () => reject(new Error('The server ended.')))
  })
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    stop: async () => {
      child.removeAllListeners('exit')
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Runs a server of the official package for MCP of 2026-07-28, without sessions. */
export function shop(): Promise<RunningServer> {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer(
        { name: 'shop', version: '1.0.0', title: 'The shop' },
        { capabilities: { tools: {} }, instructions: 'Ask for the price first.' },
      )
      const sku = z.object({ sku: z.string() })
      server.registerTool(
        'price',
        {
          description: 'Price of a product.',
          inputSchema: sku,
          outputSchema: z.object({ price: z.number() }),
          annotations: { readOnlyHint: true, openWorldHint: false },
        },
        async ({ sku: name }) => ({
          content: [{ type: 'text', text: `${name} costs 7` }],
          structuredContent: { price: 7 },
        }),
      )
      server.registerTool(
        'order',
        {
          description: 'Orders a product.',
          inputSchema: sku,
          annotations: { destructiveHint: false, openWorldHint: false },
        },
        async ({ sku: name }, ctx) => {
          const address = acceptedContent<{ street: string }>(ctx.mcpReq.inputResponses, 'address')
          if (address) return { content: [{ type: 'text', text: `${name} to ${address.street}` }] }
          const requestedSchema = {
            type: 'object' as const,
            properties: { street: { type: 'string' as const } },
            required: ['street'],
          }
          const message = 'Where to?'
          return inputRequired({
            inputRequests: {
              address: inputRequired.elicit({ mode: 'form', message, requestedSchema }),
            },
          })
        },
      )
      server.registerResource('terms', 'shop://terms', { title: 'Terms' }, async ({ href }) => ({
        contents: [{ uri: href, text: 'All sales are final.' }],
      }))
      server.registerPrompt(
        'gift',
        { description: 'Finds a gift.', argsSchema: z.object({ age: z.string() }) },
        ({ age }) => ({
          messages: [{ role: 'user', content: { type: 'text', text: `A gift for ${age} years` } }],
        }),
      )
      return server
    },
    { legacy: 'reject' },
  )
  return serve(toNodeHandler(handler) as RequestListener)
}

/** Runs the proxy in front of servers. `url` is that of the one of this name. */
export async function proxied(
  servers: Readonly<Record<string, RunningServer>>,
): Promise<RunningServer> {
  const table = Object.entries(servers).map(([name, { url }]) => [name, { url }] as const)
  const proxy = createProxy({
    insecureDev: true,
    log: () => undefined,
    use: [mcpServers(Object.fromEntries(table))],
  })
  return serve(nodeListener(proxy), '/api/agent/mcp/')
}
