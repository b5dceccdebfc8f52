import { describe, expect, it } from 'vitest'
import { listProxyModels } from './proxy-request.ts'

const listFrom = (response: Response, requests: unknown[] = []) =>
  listProxyModels({
    baseURL: '/api/agent',
    headers: () => ({ authorization: 'Bearer 1' }),
    fetch: async (url, init) => {
      requests.push([url, init?.method, new Headers(init?.headers).get('authorization')])
      return response
    },
  })

describe('listProxyModels', () => {
  it('gets the models a proxy allows', async () => {
    const requests: unknown[] = []
    const models = [{ id: 'openai/gpt-5', label: 'GPT-5' }]
    expect(await listFrom(Response.json({ models }), requests)).toEqual(models)
    expect(requests).toEqual([['/api/agent/models', 'GET', 'Bearer 1']])
  })

  it('gives none where the server holds no key', async () => {
    expect(await listFrom(Response.json({ models: [] }))).toEqual([])
  })

  it.each([
    [new Response('<h1>Sign in</h1>'), 'invalid_response'],
    [Response.json(null), 'invalid_response'],
    [Response.json({ error: { code: 'unauthorized' } }, { status: 401 }), 'unauthorized'],
    [new Response('Bad gateway', { status: 502 }), 'http_error'],
  ])('rejects with the kind of a failure: %# %s', async (response, code) => {
    await expect(listFrom(response)).rejects.toMatchObject({ name: 'ModelError', kind: code })
  })
})
