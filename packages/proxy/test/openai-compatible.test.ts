import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type Agent, createAgent, createProxyModel, jsonSchema, Tool } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { createProxy } from '../src/create-proxy.ts'

const chunk = (delta: object, finishReason: string | null = null): string =>
  `data: ${JSON.stringify({
    id: '1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  })}\n\n`

const hello = chunk({ content: 'Hello' })
const streamed = { headers: { 'content-type': 'text/event-stream' } }

type Answer = (request: string) => Response

/** Creates agents of a provider that answers as given: one in the page, and one behind a proxy. */
function agentsOf(answer: Answer, options: object = {}): Record<'direct' | 'proxy', Agent> {
  const fetch: typeof globalThis.fetch = (_url, init) =>
    Promise.resolve(answer(init?.body as string))
  const direct = createOpenAICompatible({ name: 'x', baseURL: 'https://x.example', fetch })('m')
  const handle = createProxy({
    authorize: () => 'ada',
    models: { m: direct },
    log: () => undefined,
  })
  const proxy = createProxyModel({
    baseURL: 'https://page.example/api/agent',
    modelId: 'm',
    fetch: (url, init) => handle(new Request(url, init)),
  })
  const create = (model: typeof direct) =>
    createAgent({ model, request: { retry: { max: 0 } }, ...options })
  return { direct: create(direct), proxy: create(proxy) }
}

const failureOf = (agent: Agent): Promise<unknown> =>
  agent.chat('Hi').result.catch((error: unknown) => error)

describe('a stream of an OpenAI-compatible provider that is cut', () => {
  it.each([
    ['between two events', hello],
    ['in the middle of an event', hello + hello.slice(0, 40)],
    ['before any event', ''],
  ])('R23 R25 is told as a cut, which can be retried: %s', async (_where, body) => {
    const { direct, proxy } = agentsOf(() => new Response(body, streamed))
    expect(await failureOf(direct)).toMatchObject({
      kind: 'stream_cut',
      isRetryable: true,
      message: expect.stringContaining('cut off'),
    })
    expect(await failureOf(proxy)).toMatchObject({ kind: 'upstream_cut', isRetryable: true })
  })

  it('R25 is told as a wrong answer if it is not a stream', async () => {
    const page = { headers: { 'content-type': 'text/html' } }
    const { direct } = agentsOf(() => new Response('<h1>Sign in</h1>', page))
    expect(await failureOf(direct)).toMatchObject({ kind: 'invalid_response', isRetryable: false })
  })
})

interface Sent {
  readonly role: string
  readonly tool_calls?: readonly { readonly id: string }[]
  readonly tool_call_id?: string
}

/** Whether every call of a request has its result, as OpenAI demands. */
function isWhole(messages: readonly Sent[]): boolean {
  const asked = messages.flatMap((sent) => sent.tool_calls?.map(({ id }) => id) ?? [])
  const answered = messages.flatMap(({ tool_call_id: id }) => (id === undefined ? [] : [id]))
  return asked.join() === answered.join()
}

describe('a plug-in that removes a call', () => {
  it('R43 leaves a conversation that the provider accepts', async () => {
    const bodies: string[] = []
    const asking = ['wipe', 'look'].map((name, index) => ({
      index,
      id: `c${index}`,
      type: 'function',
      function: { name, arguments: '{}' },
    }))
    const first = chunk({ tool_calls: asking }, 'tool_calls')
    const answer: Answer = (body) => {
      bodies.push(body)
      const { messages } = JSON.parse(body) as { messages: Sent[] }
      if (!isWhole(messages))
        return new Response('{"error":{"message":"no result"}}', { status: 400 })
      return new Response(
        messages.at(-1)?.role === 'user' && bodies.length === 1 ? first : hello + chunk({}, 'stop'),
        streamed,
      )
    }
    const tools = ['wipe', 'look'].map(
      (name) =>
        new Tool({
          name,
          description: name,
          parameters: jsonSchema({ type: 'object' }),
          handler: () => 'ok',
        }),
    )
    const { direct, proxy } = agentsOf(answer, { tools })
    for (const agent of [direct, proxy]) {
      bodies.length = 0
      agent.use({
        name: 'no wipe',
        request: async (_, next) => {
          const response = await next()
          return { ...response, calls: response.calls.filter(({ name }) => name !== 'wipe') }
        },
      })
      expect(await agent.chat('Hi')).toMatchObject({ content: 'Hello' })
      expect(await agent.chat('And now?')).toMatchObject({ content: 'Hello' })
      expect(bodies).toHaveLength(3)
      for (const body of bodies)
        expect(JSON.parse(body)).not.toHaveProperty('messages.2.tool_calls.1')
    }
  })
})
