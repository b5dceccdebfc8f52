import { type AgentEvent, createAgent, createProxyModel } from '@ambit/core'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import type { ModelRequest } from '../src/model-table.ts'
import { finish, proxyUnderTest, streamOf } from './proxy-under-test.ts'

const apiKey = 'sk-own-0123456789'

describe('acceptApiKey', () => {
  const setUp = (acceptApiKey: boolean) => {
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
    const proxy = proxyUnderTest({ models: { m: { model: resolve, acceptApiKey } } })
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
    const { agent, asked, events, proxy, model } = setUp(true)
    const result = await agent.with({ request: { apiKey } }).chat('Hi')
    await agent.chat('And again')
    expect(asked.map((request) => request.apiKey)).toEqual([apiKey, undefined])
    const seen = JSON.stringify([result, events, proxy.log, model.doStreamCalls])
    expect(seen).toContain('Hello')
    expect(seen).not.toContain(apiKey)
  })

  it('R63 refuses a key where the model takes none, without saying it', async () => {
    const { agent, asked } = setUp(false)
    const { error } = await agent.with({ request: { apiKey } }).execute('Hi')
    expect(error).toMatchObject({ code: 'api_key_not_accepted', status: 403 })
    expect(JSON.stringify(error) + String(error)).not.toContain(apiKey)
    expect(asked).toEqual([])
  })
})
