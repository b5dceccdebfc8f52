import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import {
  type AnyTool,
  type Message,
  createAgent,
  createProxyModel,
  jsonSchema,
  Tool,
} from '@ambit/core'
import { deferred } from '@ambit/core/tool-list'
import { describe, expect, it } from 'vitest'
import { proxyUnderTest } from '../test/proxy-under-test.ts'
import type { ModelRules } from './model-table.ts'

interface Sent {
  readonly tools: readonly Record<string, unknown>[]
  readonly messages?: readonly { readonly content: readonly Record<string, unknown>[] }[]
  readonly input?: readonly Record<string, unknown>[]
}

const toEvents = (events: readonly Event[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

/** An event of a provider's stream. */
interface Event {
  readonly type: string
  readonly [field: string]: unknown
}

/** Returns the events of a content block on Anthropic's wire, which comes in one delta. */
const block = (index: number, content_block: object, delta?: object): Event[] => [
  { type: 'content_block_start', index, content_block },
  ...(delta ? [{ type: 'content_block_delta', index, delta }] : []),
  { type: 'content_block_stop', index },
]

const input = (value: object) => ({
  type: 'input_json_delta',
  partial_json: JSON.stringify(value),
})

const anthropicAnswer = (blocks: readonly Event[], stop_reason: string): string =>
  toEvents([
    {
      type: 'message_start',
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'claude',
        content: [],
        usage: { input_tokens: 5, output_tokens: 1 },
      },
    },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: 3 } },
    { type: 'message_stop' },
  ])

const references = [{ type: 'tool_reference', tool_name: 'mail' }]
const found = { type: 'tool_search_tool_search_result', tool_references: references }

/** The search that found `mail`, and the call of it. */
const anthropicCall = anthropicAnswer(
  [
    ...block(
      0,
      { type: 'server_tool_use', id: 'srv1', name: 'tool_search_tool_bm25', input: {} },
      input({ query: 'send mail' }),
    ),
    ...block(1, { type: 'tool_search_tool_result', tool_use_id: 'srv1', content: found }),
    ...block(2, { type: 'tool_use', id: 'call1', name: 'mail', input: {} }, input({ to: 'Ann' })),
  ],
  'tool_use',
)

const anthropicEnd = anthropicAnswer(
  block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Sent.' }),
  'end_turn',
)

const whole = { execution: 'server', call_id: null, status: 'completed' }
const openAiSearch = { type: 'tool_search_call', id: 'ts1', ...whole, arguments: { query: 'mail' } }
const openAiFound = {
  type: 'tool_search_output',
  id: 'tso1',
  ...whole,
  tools: [{ type: 'function', name: 'mail', defer_loading: true }],
}
const openAiCall = {
  type: 'function_call',
  id: 'fc1',
  call_id: 'call1',
  name: 'mail',
  arguments: '{"to":"Ann"}',
  status: 'completed',
}

const openAiAnswer = (items: readonly object[], deltas: readonly Event[] = []): string =>
  toEvents([
    { type: 'response.created', response: { id: 'r1', created_at: 1, model: 'gpt' } },
    ...items.map((item, at) => ({
      type: 'response.output_item.added',
      output_index: at,
      item,
    })),
    ...deltas,
    ...items.map((item, at) => ({ type: 'response.output_item.done', output_index: at, item })),
    { type: 'response.completed', response: { usage: { input_tokens: 5, output_tokens: 3 } } },
  ])

const openAiEnd = openAiAnswer(
  [{ type: 'message', id: 'msg1', role: 'assistant', status: 'completed', content: [] }],
  [{ type: 'response.output_text.delta', item_id: 'msg1', delta: 'Sent.' }],
)

interface Wire {
  readonly provider: 'anthropic' | 'openai'
  readonly id: string
  readonly name: string
  readonly answers: readonly string[]
  /** The parts of the first answer that the next request must repeat. */
  readonly kept: readonly object[]
  readonly make: (settings: { apiKey: string; fetch: typeof fetch }) => LanguageModelV4
}

const wires: readonly Wire[] = [
  {
    provider: 'anthropic',
    id: 'anthropic.tool_search_bm25_20251119',
    name: 'tool_search_tool_bm25',
    answers: [anthropicCall, anthropicEnd],
    kept: [
      {
        type: 'server_tool_use',
        id: 'srv1',
        name: 'tool_search_tool_bm25',
        input: { query: 'send mail' },
      },
      { type: 'tool_search_tool_result', tool_use_id: 'srv1', content: found },
    ],
    make: (settings) => createAnthropic(settings)('claude-sonnet-5-5'),
  },
  {
    provider: 'openai',
    id: 'openai.tool_search',
    name: 'tool_search',
    answers: [openAiAnswer([openAiSearch, openAiFound, openAiCall]), openAiEnd],
    kept: [openAiSearch, openAiFound],
    make: (settings) => createOpenAI(settings).responses('gpt-5.4'),
  },
]

const tool = (name: string, rest: object = {}): AnyTool =>
  new Tool({
    name,
    description: `Does ${name}.`.padEnd(200),
    parameters: jsonSchema<{ to?: string }>({
      type: 'object',
      properties: { to: { type: 'string' } },
    }),
    handler: (args) => args,
    ...rest,
  })

/** Chats once on a page with a pinned tool, and a tool that the provider's search finds. */
async function chat(wire: Wire, config: Omit<ModelRules, 'model'> = {}) {
  const bodies: Sent[] = []
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    bodies.push(JSON.parse(String(init?.body)) as Sent)
    const headers = { 'content-type': 'text/event-stream' }
    return new Response(wire.answers[bodies.length - 1], { headers })
  }
  const model = wire.make({ apiKey: 'planted', fetch })
  const { handle } = proxyUnderTest({ models: { m: { model, ...config } } })
  const agent = createAgent({
    model: createProxyModel({
      baseURL: 'https://app.test/api/agent',
      modelId: 'm',
      headers: { origin: 'https://app.test' },
      fetch: (url, init) => Promise.resolve(handle(new Request(url, init))),
    }),
    instructions: 'Be brief. '.repeat(600),
    tools: [
      tool('search'),
      tool('mail', { effect: 'egress' }),
      tool('later', { enabled: () => false }),
    ],
    use: [deferred({ provider: wire.provider, pinned: ['search'] })],
  })
  const run = agent.execute('Write to Ann')
  const { messages, error } = await run
  return { bodies, messages: messages as readonly Message[], error }
}

describe.each(wires)('the search of $provider in a deferred tool list', (wire) => {
  const allowed = { provider: { tools: [wire.id] } }

  it('is sent with all tools, of which those not pinned are deferred', async () => {
    const { bodies } = await chat(wire, allowed)
    const [first] = bodies
    const flags = first?.tools.map(({ name, type, defer_loading }) => [
      name ?? type,
      defer_loading ?? false,
    ])
    expect(flags).toEqual([
      [wire.name, false],
      ['search', false],
      ['mail', true],
      ['later', true],
    ])
    expect(JSON.stringify(first?.messages ?? first?.input)).not.toContain('later')
  })

  it('passes what the provider found through the history without loss', async () => {
    const { bodies, messages, error } = await chat(wire, allowed)
    expect(error).toBeUndefined()
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({
      name: 'mail',
      status: 'ok',
      content: '{"to":"Ann"}',
    })
    const sent = bodies[1]?.messages?.flatMap(({ content }) => content) ?? bodies[1]?.input
    for (const part of wire.kept) expect(sent).toContainEqual(expect.objectContaining(part))
  })

  it('taints nothing, because it finds only tools of the page', async () => {
    const { messages } = await chat(wire, allowed)
    for (const { taint } of messages) expect(taint).toBeUndefined()
  })

  it('is refused by a proxy that does not allow it by its id', async () => {
    const { bodies, error } = await chat(wire)
    expect(bodies).toEqual([])
    expect(error).toMatchObject({ kind: 'tool_not_allowed' })
  })
})

describe('the marks of the prompt cache in a deferred tool list', () => {
  it('stand on no deferred tool, which the provider would refuse', async () => {
    const [anthropic] = wires as [Wire]
    const { bodies } = await chat(anthropic, { provider: { tools: [anthropic.id] } })
    const marked = bodies[0]?.tools.filter(({ cache_control }) => cache_control !== undefined)
    expect(marked?.map(({ name }) => name)).toEqual(['search'])
  })
})
