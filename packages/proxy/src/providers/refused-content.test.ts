import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type AgentOptions, createAgent, createProxyModel, Tool } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { proxyUnderTest } from '../../test/proxy-under-test.ts'

type Fetch = typeof globalThis.fetch

const sse = (...events: object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const chunk = (delta: object, finish_reason?: string) => ({
  id: 'c',
  choices: [{ index: 0, delta, ...(finish_reason && { finish_reason }) }],
})
const chatText = sse(chunk({ role: 'assistant', content: 'ok' }), chunk({}, 'stop'))
const shotCall = {
  index: 0,
  id: 'a',
  type: 'function',
  function: { name: 'shot', arguments: '{}' },
}
const chatCall = sse(chunk({ tool_calls: [shotCall] }), chunk({}, 'tool_calls'))

const claudeText = sse(
  {
    type: 'message_start',
    message: {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [],
      model: 'c',
      usage: { input_tokens: 5, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
)

const item = { type: 'message', id: 'msg_1', status: 'completed', role: 'assistant' }
const responsesText = sse(
  { type: 'response.created', response: { id: 'r', created_at: 1, model: 'gpt-5' } },
  { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
  { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, delta: 'ok' },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { ...item, content: [{ type: 'output_text', text: 'ok', annotations: [] }] },
  },
  {
    type: 'response.completed',
    response: { id: 'r', usage: { input_tokens: 5, output_tokens: 3 } },
  },
)

const providers = {
  openai: {
    model: (fetch: Fetch) => createOpenAI({ apiKey: 'k', fetch })('gpt-5'),
    text: responsesText,
  },
  anthropic: {
    model: (fetch: Fetch) => createAnthropic({ apiKey: 'k', fetch })('claude-sonnet-5-5'),
    text: claudeText,
  },
  compatible: {
    model: (fetch: Fetch) =>
      createOpenAICompatible({ name: 'local', baseURL: 'https://x.test/v1', fetch })('m'),
    text: chatText,
  },
}

/** Creates an agent over a proxy over a provider, whose wire plays `bodies`, then its text. */
function agentOver(
  kind: keyof typeof providers,
  bodies: (string | number)[] = [],
  options: Partial<AgentOptions> = {},
) {
  const requests: string[] = []
  const { model, text } = providers[kind]
  const fetch: Fetch = async (_url, init) => {
    requests.push(String(init?.body))
    const body = bodies[requests.length - 1] ?? text
    return typeof body === 'number'
      ? Response.json({ error: { message: 'Bad picture.' } }, { status: body })
      : new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  const { handle } = proxyUnderTest({ models: { m: { model: model(fetch) } } })
  const agent = createAgent({
    model: createProxyModel({
      baseURL: 'https://app.test/api/agent',
      modelId: 'm',
      headers: { origin: 'https://app.test' },
      fetch: (url, init) => Promise.resolve(handle(new Request(url, init))),
    }),
    request: { retry: 0 },
    ...options,
  })
  return { agent, requests }
}

const kinds = Object.keys(providers) as (keyof typeof providers)[]

const photo = (megabytes: number) =>
  ({ type: 'image', data: `iVBORw0KGgo${'A'.repeat(megabytes * 1e6)}` }) as const

const files: [string, string, string][] = [
  ['data.csv', 'text/csv', 'a;b'],
  ['a.md', 'text/markdown', '# a'],
  ['a.html', 'text/html', '<p>a'],
  ['a.txt', 'text/plain', 'hi'],
  ['a.json', 'application/json', '[1]'],
]

describe.each(kinds)('content that is refused on the way to %s', (kind) => {
  it.each(files)('is not %s, which is sent as text', async (name, type, text) => {
    const { agent, requests } = agentOver(kind)
    const data = new File([text], name, { type })
    expect((await agent.chat([{ type: 'file', data }])).content).toBe('ok')
    expect(requests[0]).toContain(JSON.stringify(text).slice(1, -1))
  })

  it('is a file that its package cannot express, and harms no later message', async () => {
    const { agent, requests } = agentOver(kind)
    const zip = { type: 'file', data: 'UEsDBA==', mediaType: 'application/zip' } as const
    await expect(agent.chat([zip])).rejects.toThrow()
    expect((await agent.chat('hello')).content).toBe('ok')
    expect(requests.at(-1)).not.toContain(zip.data)
  })

  it('is a picture that the provider refuses, and harms no later message', async () => {
    const { agent, requests } = agentOver(kind, [400])
    await expect(agent.chat([photo(0.001)])).rejects.toThrow()
    expect((await agent.chat('hello')).content).toBe('ok')
    expect(requests.at(-1)).not.toContain('iVBORw0KGgo')
  })

  it.each([
    [400, 'rejected'],
    [413, 'too_large'],
  ])('is a picture that the provider answers with %i, once', async (status, reason) => {
    const { agent, requests } = agentOver(kind, [providers[kind].text, status])
    await agent.chat('hi')
    await expect(agent.chat([photo(0.01)])).rejects.toThrow()
    expect(requests).toHaveLength(2)
    expect(agent.history.messages.at(-1)).toMatchObject({ refused: [{ reason }] })
  })

  it('is an old picture that the provider takes no more: the message is answered', async () => {
    const { agent, requests } = agentOver(kind, [providers[kind].text, 400])
    await agent.chat([photo(0.01)])
    expect((await agent.chat('hello')).content).toBe('ok')
    expect(requests).toHaveLength(3)
    expect(requests.at(-1)).not.toContain('iVBORw0KGgo')
  })

  it('is a picture that the proxy refuses, and harms no later message', async () => {
    const { agent, requests } = agentOver(kind)
    await expect(agent.chat([photo(5)])).rejects.toThrow()
    expect(requests).toHaveLength(0)
    expect((await agent.chat('hello')).content).toBe('ok')
  })

  it('is no legal picture after others', async () => {
    const { agent } = agentOver(kind)
    for (let sent = 0; sent < 5; sent++) {
      expect((await agent.chat([photo(1.3)])).content).toBe('ok')
    }
  })
})

describe('a file of a tool, on the wire of chat completions', () => {
  it.each([
    ['image', 'image/png', 'image_url'],
    ['audio', 'audio/wav', 'input_audio'],
    ['file', 'application/pdf', 'file'],
  ] as const)('is sent as %s in a message of the user', async (type, mediaType, sent) => {
    const data = btoa('picture '.repeat(400))
    const shot = new Tool({
      name: 'shot',
      description: 'Takes a picture.',
      result: {
        toModel: () => [
          { type: 'text', text: 'a chart' },
          { type, data, mediaType },
        ],
      },
      handler: () => 'x',
    })
    const { agent, requests } = agentOver('compatible', [chatCall], { tools: [shot] })
    await agent.chat('x')
    const { messages } = JSON.parse(requests[1] ?? '') as {
      messages: { role: string; content: unknown }[]
    }
    const result = messages.find(({ role }) => role === 'tool')
    expect(JSON.stringify(result)).toContain('a chart')
    expect(JSON.stringify(result)).not.toContain(data)
    expect(messages.at(-1)).toMatchObject({ role: 'user', content: [{}, { type: sent }] })
    expect(JSON.stringify(messages.at(-1))).toContain(data)
  })
})
