import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { streamText } from 'ai'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { openGateway, plantedKey } from '../gateway-under-test.ts'

describe('official clients, unchanged but for their base URL', () => {
  it('P23 `openai` reads chat completions', async () => {
    const { url, received } = await openGateway('Node adapter')
    const client = new OpenAI({ baseURL: `${url}/openai`, apiKey: 'none' })
    let text = ''
    const stream = await client.chat.completions.create({
      model: 'gpt-5',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    })
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
    expect(text).toBe('Hello')
    expect(received[0]?.headers.authorization).toBe(`Bearer ${plantedKey}`)
    expect(JSON.stringify(received[0]?.headers)).not.toContain('stainless')
  })

  it('P23 `openai` reads responses', async () => {
    const { url } = await openGateway('Node adapter')
    const client = new OpenAI({ baseURL: `${url}/openai/v1`, apiKey: 'none' })
    const types: string[] = []
    const stream = await client.responses.create({ model: 'gpt-5', input: 'Hi', stream: true })
    for await (const { type } of stream) types.push(type)
    expect(types).toEqual(['response.created', 'response.output_text.delta', 'response.completed'])
  })

  it('P32 `openai` throws an error with the status and the code of the proxy', async () => {
    const { url } = await openGateway('Node adapter')
    const client = new OpenAI({ baseURL: `${url}/openai`, apiKey: 'none', maxRetries: 0 })
    const asking = client.chat.completions.create({ model: 'gpt-4', messages: [] })
    await expect(asking).rejects.toMatchObject({ status: 403, code: 'model_not_allowed' })
  })

  it('P25 `openai` sees a cut', async () => {
    const { url } = await openGateway('Node adapter', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"choices":[]}\n\n', () => response.destroy())
    })
    const client = new OpenAI({ baseURL: `${url}/openai`, apiKey: 'none', maxRetries: 0 })
    const stream = await client.chat.completions.create({
      model: 'gpt-5',
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    })
    const reading = (async () => {
      for await (const chunk of stream) expect(chunk.choices).toEqual([])
    })()
    await expect(reading).rejects.toThrow()
  })

  it('P19 P23 `@anthropic-ai/sdk` reads messages', async () => {
    const { url, received } = await openGateway('Node adapter')
    const client = new Anthropic({ baseURL: `${url}/anthropic`, apiKey: 'none' })
    const types: string[] = []
    const stream = await client.messages.create({
      model: 'claude-sonnet-5-5',
      max_tokens: 64,
      messages: [{ role: 'user', content: 'Hi' }],
      stream: true,
    })
    for await (const { type } of stream) types.push(type)
    expect(types.at(0)).toBe('message_start')
    expect(types.at(-1)).toBe('message_stop')
    expect(received[0]?.headers['x-api-key']).toBe(plantedKey)
  })

  const providers = [
    [
      '@ai-sdk/openai, chat',
      (url: string) => createOpenAI({ baseURL: `${url}/openai`, apiKey: '' }).chat('gpt-5'),
    ],
    [
      '@ai-sdk/openai',
      (url: string) => createOpenAI({ baseURL: `${url}/openai`, apiKey: '' })('gpt-5'),
    ],
    [
      '@ai-sdk/anthropic',
      (url: string) =>
        createAnthropic({ baseURL: `${url}/anthropic`, apiKey: 'none' })('claude-sonnet-5-5'),
    ],
    [
      '@ai-sdk/google',
      (url: string) =>
        createGoogle({ baseURL: `${url}/google`, apiKey: 'none' })('gemini-2.5-flash'),
    ],
    [
      '@ai-sdk/openai-compatible',
      (url: string) => createOpenAICompatible({ name: 'mine', baseURL: `${url}/mine/v1` })('qwen3'),
    ],
  ] as const
  it.each(providers)('P17 P23 `%s` asks and reads', async (_name, modelAt) => {
    const { url, received } = await openGateway('Node adapter')
    const errors: unknown[] = []
    const result = streamText({
      model: modelAt(url),
      prompt: 'Hi',
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    })
    const finishReason = await result.finishReason
    expect(errors).toEqual([])
    expect(finishReason).toBeDefined()
    expect(received).toHaveLength(1)
    expect(JSON.stringify(received[0])).toContain(plantedKey)
  })
})
