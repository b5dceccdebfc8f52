import { type AgentEvent, createAgent, createProxyModel } from '@ambit/core'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import type { ModelRequest, ModelRules } from '../src/model-table.ts'
import { finish, proxyUnderTest, streamOf } from './proxy-under-test.ts'

const apiKey = 'sk-own-0123456789'

describe('key', () => {
  const setUp = (key: ModelRules['key']) => {
    const asked: ModelRequest[] = []
    const model = new MockLanguageModelV4({
      doStream: async () => ({
        stream: streamOf([
          { type: 'text-start', id: '0' },
          { type: 'text-delta', id: '0', delta: 'Hello' },
          { type: 'text-end', id: '0' },
          finish,
        ]),
      }),
    })
    const resolve = (request: ModelRequest) => {
      asked.push(request)
      return model
    }
    const proxy = proxyUnderTest({ models: { m: { model: resolve, key } } })
    const events: AgentEvent[] = []
    const agent = createAgent({
      model: createProxyModel({
        baseURL: 'https://app.example/api/agent',
        modelId: 'm',
        fetch: (url, init) => proxy.handle(new Request(url, init)),
      }),
      on: { '*': (event) => void events.push(event) },
    })
    return { agent, asked, events, proxy, model }
  }

  it('R63 hands the key of one call to the resolver, and to nothing else', async () => {
    const { agent, asked, events, proxy, model } = setUp('either')
    const result = await agent.with({ request: { apiKey } }).chat('Hi')
    await agent.chat('And again')
    expect(asked.map((request) => request.apiKey)).toEqual([apiKey, undefined])
    const seen = JSON.stringify([result, events, proxy.log, model.doStreamCalls])
    expect(seen).toContain('Hello')
    expect(seen).not.toContain(apiKey)
  })

  it('R63 asks for the key of a user where the model takes no other', async () => {
    const { agent, asked, proxy } = setUp('user')
    const { error } = await agent.execute('Hi')
    expect(error).toMatchObject({ kind: 'no_key', status: 503 })
    expect(asked).toEqual([])
    await agent.with({ request: { apiKey } }).chat('Hi', {})
    expect(asked.map((request) => request.apiKey)).toEqual([apiKey])
    expect(proxy.log.map(({ code }) => code)).toEqual(['no_key', undefined])
  })

  it('R63 starts with no model of the server where a user is to pay', () => {
    const model = new MockLanguageModelV4()
    expect(() => proxyUnderTest({ models: { m: { model, key: 'user' } } })).toThrow(
      '`models["m"].model` must be a function',
    )
  })

  it('R63 refuses a key where the model takes none, without saying it', async () => {
    const { agent, asked } = setUp('server')
    const { error } = await agent.with({ request: { apiKey } }).execute('Hi')
    expect(error).toMatchObject({ kind: 'api_key_not_accepted', status: 403 })
    expect(JSON.stringify(error) + String(error)).not.toContain(apiKey)
    expect(asked).toEqual([])
  })
})
