import { createOpenAI } from '@ai-sdk/openai'
import { createAgent, createProxyModel, Tool, unavailable } from '@ambit/core'
import { steadyTools } from '@ambit/core/tool-list'
import { expect, it } from 'vitest'
import { proxyUnderTest } from '../test/proxy-under-test.ts'

interface Sent {
  readonly tools: readonly { readonly name: string }[]
  readonly tool_choice: unknown
}

const item = { type: 'message', id: 'm1', role: 'assistant', status: 'completed', content: [] }

const answer = [
  { type: 'response.created', response: { id: 'r1', created_at: 1, model: 'gpt' } },
  { type: 'response.output_item.added', output_index: 0, item },
  { type: 'response.output_text.delta', item_id: 'm1', delta: 'Done.' },
  { type: 'response.output_item.done', output_index: 0, item },
  { type: 'response.completed', response: { usage: { input_tokens: 5, output_tokens: 3 } } },
]
  .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  .join('')

it('R85 forbids a steady tool that is off on the wire of OpenAI, and the list stays', async () => {
  const bodies: Sent[] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)) as Sent)
    return new Response(answer, { headers: { 'content-type': 'text/event-stream' } })
  }
  const model = createOpenAI({ apiKey: 'planted', fetch }).responses('gpt-5.4')
  const { handle } = proxyUnderTest({ models: { m: model } })
  let isOn = true
  const tool = (name: string, enabled?: () => boolean | ReturnType<typeof unavailable>) =>
    new Tool({ name, description: `Does ${name}.`, enabled, handler: () => 'ok' })
  const agent = createAgent({
    model: createProxyModel({
      baseURL: 'https://app.test/api/agent',
      modelId: 'm',
      headers: { origin: 'https://app.test' },
      fetch: (url, init) => Promise.resolve(handle(new Request(url, init))),
    }),
    tools: [tool('read'), tool('pay', () => isOn || unavailable('Sign in first'))],
    use: [steadyTools()],
  })
  await agent.execute('1')
  isOn = false
  await agent.execute('2')
  expect(bodies.map(({ tool_choice }) => tool_choice)).toEqual([
    'auto',
    { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'read' }] },
  ])
  expect(bodies[1]?.tools).toEqual(bodies[0]?.tools)
})
