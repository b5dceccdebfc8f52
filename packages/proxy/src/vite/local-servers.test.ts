import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findLocalModels } from './ambit-proxy.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

async function listen(listener: Listener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a server that answers by its paths. Another path is not found. */
const scripted = (answers: Record<string, (body: never) => unknown>): Promise<string> =>
  listen(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const answer = answers[request.url ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.(JSON.parse(body || '{}') as never) ?? {}))
  })

/** An Ollama with models, each with what it can do. */
const ollama = (models: Record<string, readonly string[] | undefined>): Promise<string> =>
  scripted({
    '/api/tags': () => ({ models: Object.keys(models).map((name) => ({ name })) }),
    '/api/show': ({ model }: { model: string }) => ({ capabilities: models[model] }),
    '/v1/models': () => ({
      data: Object.keys(models).map((id) => ({ id, owned_by: 'library' })),
    }),
  })

const lmStudio = (data: readonly object[]): Promise<string> =>
  scripted({ '/api/v0/models': () => ({ data }), '/v1/models': () => ({ data }) })

const llamaCpp = (id: string): Promise<string> =>
  scripted({ '/v1/models': () => ({ data: [{ id, owned_by: 'llamacpp' }] }) })

async function found(...urls: string[]) {
  const { models, without } = await findLocalModels(urls)
  const labels = Object.entries(models).map(([id, { label }]) => [id, label])
  return { models: Object.fromEntries(labels), ids: Object.keys(models), without }
}

describe('findLocalModels', () => {
  it('finds the models of Ollama that can call tools, on this machine', async () => {
    const url = await ollama({
      'nomic-embed-text:latest': ['embedding'],
      'gemma3:4b': ['completion', 'vision'],
      'gpt-oss:120b-cloud': ['completion', 'tools'],
      'qwen3:8b': ['completion', 'tools', 'thinking'],
      'llama3.2:latest': ['completion', 'tools'],
    })
    expect(await found(url)).toEqual({
      models: {
        'ollama/qwen3:8b': 'qwen3:8b (Ollama)',
        'ollama/llama3.2:latest': 'llama3.2:latest (Ollama)',
      },
      ids: ['ollama/qwen3:8b', 'ollama/llama3.2:latest'],
      without: [],
    })
  })

  it('finds those of LM Studio, a loaded one first', async () => {
    const url = await lmStudio([
      { id: 'text-embedding-nomic', type: 'embeddings', state: 'loaded' },
      { id: 'gemma-3-4b', type: 'vlm', state: 'loaded', capabilities: [] },
      { id: 'qwen/qwen3-8b', type: 'llm', state: 'not-loaded', capabilities: ['tool_use'] },
      { id: 'older-version', type: 'llm', state: 'loaded' },
    ])
    expect((await found(url)).ids).toEqual(['lm-studio/older-version', 'lm-studio/qwen/qwen3-8b'])
  })

  it('finds the one of llama.cpp, and names it without its folder', async () => {
    const url = await llamaCpp('/models/Qwen3-8B-Q4_K_M.gguf')
    expect((await found(url)).models).toEqual({
      'llama.cpp//models/Qwen3-8B-Q4_K_M.gguf': 'Qwen3-8B-Q4_K_M (llama.cpp)',
    })
  })

  it('finds several servers, and says which have no model that can call tools', async () => {
    const urls = [await ollama({}), await ollama({ 'gemma3:4b': undefined }), await llamaCpp('a')]
    expect(await found(...urls)).toMatchObject({
      ids: ['llama.cpp/a'],
      without: ['Ollama', 'Ollama'],
    })
  })

  it.each<[string, Listener]>([
    ['hangs', () => undefined],
    ['hangs in the middle', (_request, response) => response.write('{"models": [')],
    ['answers a page', (_request, response) => response.end('<!doctype html>')],
    ['answers another list', (_request, response) => response.end('{"data":[{"id":"x"}]}')],
    ['answers nonsense', (_request, response) => response.end('{"models":7,"data":[null]}')],
    ['answers nothing', (_request, response) => response.end('null')],
    ['goes away', (request) => request.socket.destroy()],
    ['sends on', (_request, response) => response.writeHead(302, { location: '/x' }).end('{}')],
    ['fails', (_request, response) => response.writeHead(503).end('{"models":[],"data":[]}')],
  ])('offers nothing of a server that %s', async (_what, listener) => {
    expect((await found(await listen(listener))).ids).toEqual([])
  })

  it('offers nothing where nobody listens, or where the address is none', async () => {
    expect(await found('http://127.0.0.1:1', 'nonsense')).toMatchObject({ ids: [], without: [] })
  })
})
