import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { encodeCall } from '@ambit/protocol'
import { requestOf } from '../../test/proxy-under-test.ts'
import { createProxy } from '../create-proxy.ts'
import { findProviders } from './find-providers.ts'

/** Starts a model server that answers by its paths. Returns its base URL and the paths asked. */
async function startServer(answers: Record<string, unknown>) {
  const asked: string[] = []
  const server = createServer((request, response: ServerResponse) => {
    asked.push(`${request.headers.authorization ?? ''} ${request.url}`.trim())
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const list = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) })

describe('findProviders', () => {
  it('serves the first model that the server names, at either path, with its key', async () => {
    const ollama = { '/v1/models': list('nomic-embed-text', 'qwen3:8b', 'llama3') }
    const { url, asked } = await startServer(ollama)
    for (const base of [`${url}/v1`, `${url}/v1/`, url]) {
      const found = await findProviders({ AMBIT_BASE_URL: base, AMBIT_API_KEY: 'k' })
      expect(Object.keys(found.models)).toEqual(['compatible/qwen3:8b'])
      expect(found.models['compatible/qwen3:8b']).toMatchObject({ label: 'qwen3:8b' })
      expect(found.problem).toBeUndefined()
    }
    expect(asked[0]).toBe('Bearer k /v1/models')
  })

  it('asks nobody if the models are named, or if there is no such server', async () => {
    const { url, asked } = await startServer({ '/models': list('x') })
    const named = await findProviders({ AMBIT_BASE_URL: url, AMBIT_MODELS: 'compatible/own' })
    expect(Object.keys(named.models)).toEqual(['compatible/own'])
    expect((await findProviders({})).models).toEqual({})
    expect(asked).toEqual([])
  })

  it('keeps the models of other keys', async () => {
    const { url } = await startServer({ '/models': list('qwen3') })
    const { models } = await findProviders({ AMBIT_BASE_URL: url, OPENAI_API_KEY: 'k' })
    expect(Object.keys(models)).toEqual(['openai/gpt-5', 'openai/gpt-5-mini', 'compatible/qwen3'])
  })

  it.each([{}, list(), { data: 'no list' }, { data: [null, { id: 7 }] }])(
    'says what to do if the server names none, on the console and in the chat: %j',
    async (answer) => {
      const { url } = await startServer({ '/models': answer })
      const found = await findProviders({ AMBIT_BASE_URL: url })
      expect(found.problem).toContain('set AMBIT_MODELS=compatible/<model>')
      const proxy = createProxy({ models: found.models, authorize: () => 'ada' })
      const body = encodeCall('compatible/default', {
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
      })
      const response = await proxy(requestOf({ body }))
      expect(await response.text()).toContain('set AMBIT_MODELS=compatible/<model>')
    },
  )

  it('finds the model of a server that is started later', async () => {
    const answers: Record<string, unknown> = {}
    const { url } = await startServer(answers)
    const { models } = await findProviders({ AMBIT_BASE_URL: url })
    const { model } = models['compatible/default'] ?? {}
    answers['/models'] = list('qwen3')
    if (typeof model !== 'function') throw new Error('It is not a resolver.')
    const signal = new AbortController().signal
    const request = { modelId: 'compatible/default', subject: undefined, apiKey: undefined, signal }
    expect(await model(request)).toMatchObject({ modelId: 'qwen3' })
  })
})
