import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { encodeCall } from '@ambit/protocol'
import { errorOf, requestOf } from '../../test/proxy-under-test.ts'
import { createProxy } from '../create-proxy.ts'
import { type EnvModels, providersFromEnv } from './providers-from-env.ts'

/** Returns the ids of the models that have a key. */
const servedBy = (models: EnvModels): string[] =>
  Object.keys(models).filter((id) => models[id] && 'model' in models[id])
const idsOf = (env: Record<string, string>): string[] => servedBy(providersFromEnv(env).models)

/** Returns the model that is called for `compatible/default`. */
async function modelOf({ models }: { readonly models: EnvModels }): Promise<string> {
  const rules = models['compatible/default']
  if (!rules || !('model' in rules)) throw new Error('It is not served.')
  const { signal } = new AbortController()
  const request = { modelId: 'compatible/default', subject: undefined, apiKey: undefined, signal }
  const { modelId } = typeof rules.model === 'function' ? await rules.model(request) : rules.model
  return modelId
}

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
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  const open = () => once(server.listen(port, '127.0.0.1'), 'listening')
  return { url: `http://127.0.0.1:${port}`, asked, close, open }
}

const list = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) })

describe('providersFromEnv', () => {
  it('finds nothing in an empty environment, nor in empty variables', () => {
    for (const env of [{}, { OPENAI_API_KEY: '', AMBIT_MODELS: '' }]) {
      expect(providersFromEnv(env)).toMatchObject({ found: false, variables: [] })
      expect(idsOf(env)).toEqual([])
    }
  })

  it('P4 names the models that it would serve if their keys were there', () => {
    const { models } = providersFromEnv({ OPENAI_API_KEY: 'k' })
    expect(models['anthropic/claude-sonnet-5-5']).toEqual({ key: 'none' })
    expect(servedBy(models)).toEqual(Object.keys(models).slice(0, servedBy(models).length))
    const named = providersFromEnv({ OPENAI_API_KEY: 'k', AMBIT_MODELS: 'openai/gpt-5' })
    expect(Object.keys(named.models)).toEqual(['openai/gpt-5'])
  })

  it('gives each provider with a key a few models, labelled, and names the variable alone', () => {
    const { models, found, variables } = providersFromEnv({
      OPENAI_API_KEY: 'sk-secret',
      ANTHROPIC_API_KEY: 'sk-ant-secret',
      GOOGLE_GENERATIVE_AI_API_KEY: 'AIza-secret',
    })
    expect(found).toBe(true)
    expect(variables).toEqual([
      'OPENAI_API_KEY',
      'ANTHROPIC_API_KEY',
      'GOOGLE_GENERATIVE_AI_API_KEY',
    ])
    expect(models['openai/gpt-5']).toMatchObject({ label: 'gpt-5' })
    expect(new Set(servedBy(models).map((id) => id.split('/')[0]))).toEqual(
      new Set(['openai', 'anthropic', 'google']),
    )
    expect(JSON.stringify([models, variables])).not.toContain('secret')
  })

  it('serves the models that AMBIT_MODELS names and no others', () => {
    expect(
      idsOf({ OPENAI_API_KEY: 'k', AMBIT_MODELS: ' openai/gpt-5.1 ,openai/gpt-5-nano,' }),
    ).toEqual(['openai/gpt-5.1', 'openai/gpt-5-nano'])
  })

  it('takes any OpenAI-compatible server, without a key', () => {
    const env = { AMBIT_BASE_URL: 'http://localhost:11434/v1' }
    expect(idsOf(env)).toEqual(['compatible/default'])
    expect(idsOf({ ...env, AMBIT_MODELS: 'compatible/org/qwen3:8b' })).toEqual([
      'compatible/org/qwen3:8b',
    ])
  })

  it.each([
    [{ AMBIT_MODELS: 'anthropic/claude' }, 'ANTHROPIC_API_KEY is not set'],
    [{ AMBIT_MODELS: 'gpt-5' }, 'Begin each id with one of openai, anthropic, google, compatible'],
    [{ AMBIT_MODELS: 'openai/' }, 'Begin each id'],
    [{ AMBIT_MODELS: 'constructor/x' }, 'Begin each id'],
    [{ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'api.example' }, 'OPENAI_BASE_URL is not an http'],
    [{ AMBIT_BASE_URL: 'file:///etc' }, 'AMBIT_BASE_URL is not an http'],
    [{ AMBIT_BASE_URL: 'https://a:b@api.example/v1' }, 'holds a name or password'],
    [{ AMBIT_BASE_URL: 'http://10.0.0.5:8080/v1' }, 'AMBIT_ALLOW_HTTP=true'],
  ])('P38 refuses %j with what to do', (env, message) => {
    expect(() => providersFromEnv(env)).toThrow(message)
  })

  it('P38 allows http to another machine where it is asked to', () => {
    const env = { AMBIT_BASE_URL: 'http://10.0.0.5:8080/v1', AMBIT_ALLOW_HTTP: 'true' }
    expect(idsOf(env)).toEqual(['compatible/default'])
  })
})

describe('providersFromEnv with `AMBIT_BASE_URL` alone', () => {
  it('serves the first model that the server names, at either path, with its key', async () => {
    const ollama = { '/v1/models': list('nomic-embed-text', 'qwen3:8b', 'llama3') }
    const { url, asked } = await startServer(ollama)
    for (const base of [`${url}/v1`, `${url}/v1/`, url]) {
      const found = providersFromEnv({ AMBIT_BASE_URL: base, AMBIT_API_KEY: 'k' })
      expect(servedBy(found.models)).toEqual(['compatible/default'])
      expect(await modelOf(found)).toBe('qwen3:8b')
      expect(await found.describeServer?.()).toContain('compatible/default is qwen3:8b')
    }
    expect(asked[0]).toBe('Bearer k /v1/models')
  })

  it('asks nobody if the models are named, or if there is no such server', async () => {
    const { url, asked } = await startServer({ '/models': list('x') })
    const named = providersFromEnv({ AMBIT_BASE_URL: url, AMBIT_MODELS: 'compatible/default' })
    expect(await modelOf(named)).toBe('default')
    expect([named.describeServer, providersFromEnv({}).describeServer]).toEqual([
      undefined,
      undefined,
    ])
    expect(asked).toEqual([])
  })

  it('keeps the models of other keys', () => {
    const env = { AMBIT_BASE_URL: 'http://localhost:11434/v1', OPENAI_API_KEY: 'k' }
    expect(idsOf(env)).toEqual(['openai/gpt-5', 'openai/gpt-5-mini', 'compatible/default'])
  })

  const call = encodeCall('compatible/default', {
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  })

  it.each([{}, list(), { data: 'no list' }, { data: [null, { id: 7 }] }, null])(
    'says what to do if the server names none, on the console and in the chat: %j',
    async (answer) => {
      const { url } = await startServer({ '/models': answer })
      const { models, describeServer } = providersFromEnv({ AMBIT_BASE_URL: url })
      expect(await describeServer?.()).toContain('set AMBIT_MODELS=compatible/<model>')
      const response = await createProxy({ models, authorize: () => 'ada' })(
        requestOf({ body: call }),
      )
      expect(await errorOf(response)).toMatchObject({
        code: 'no_key',
        message: expect.stringContaining('set AMBIT_MODELS=compatible/<model>'),
      })
    },
  )

  it('P32 says that the server cannot be reached, and finds its model once it is', async () => {
    const answers: Record<string, unknown> = {}
    const { url, close, open } = await startServer(answers)
    await close()
    const found = providersFromEnv({ AMBIT_BASE_URL: url })
    expect(await found.describeServer?.()).toContain('cannot be reached')
    const proxy = createProxy({ models: found.models, authorize: () => 'ada' })
    const response = await proxy(requestOf({ body: call }))
    expect(await errorOf(response)).toMatchObject({ code: 'upstream_unreachable', retryable: true })
    await open()
    await expect(modelOf(found)).rejects.toThrow('names no model')
    answers['/models'] = list('qwen3')
    expect(await modelOf(found)).toBe('qwen3')
    answers['/models'] = list('another')
    expect(await modelOf(found)).toBe('qwen3')
  })
})
