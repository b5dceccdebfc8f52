import { addCacheMarks, createEventReader, encodeCall, type ModelCall } from '@ambit/protocol'
import { createAgent, type MessageInput } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { scriptedModel } from '@ambit/testing'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { applyPolicy } from '../src/model-route.ts'
import { hashSchema } from '../src/check-tool.ts'
import { toFailureCause } from '../src/failure-cause.ts'
import { mcpServers, passThrough, prefixes } from '../src/index.ts'
import { estimateRequest } from '../src/limits/estimate-request.ts'
import { countParts } from '../src/metering.ts'
import { createModelTable } from '../src/model-table.ts'
import { parseBody } from '../src/parse-body.ts'
import { parseCall } from '../src/parse-call.ts'
import { createAnswerTap } from '../src/pass-through/pass-on.ts'
import { applyRules } from '../src/pass-through/apply-rules.ts'
import type { EndpointName } from '../src/pass-through/endpoint.ts'
import { peekAnswer } from '../src/pass-through/peek-answer.ts'
import type { PassThroughRoute } from '../src/pass-through/pass-through-route.ts'
import { readJson } from '../src/read-json.ts'
import { createEventMeter } from '../src/upstream/relay.ts'
import { proxyUnderTest, requestOf, streamOf } from './proxy-under-test.ts'

/** The time of `count` inputs under which a difference says nothing, in milliseconds. */
const leastMs = 16

/** Returns the time of work on some inputs, in milliseconds. What `make` takes does not count. */
async function timeOf<T>(
  count: number,
  make: () => T | Promise<T>,
  work: (input: T) => unknown,
): Promise<number> {
  const inputs: T[] = []
  for (let nth = 0; nth < count; nth++) inputs.push(await make())
  const startedAt = performance.now()
  for (const input of inputs) await work(input)
  return performance.now() - startedAt
}

/**
 * Expects that the time of `work` grows about as its input does: 16 times the input may take at
 * most 64 times as long. The square would be 256 times. The best of five tries counts. One input of
 * 16 `n` is compared with 16 inputs of `n`, so that both fill the memory alike.
 */
async function expectGrowth<T>(
  n: number,
  make: (n: number) => T | Promise<T>,
  work: (input: T) => unknown,
): Promise<void> {
  let few = Infinity
  let many = Infinity
  const growth = (): number => many / Math.max(few, leastMs)
  for (let nth = 0; nth < 5; nth++) {
    few = Math.min(few, await timeOf(16, () => make(n), work))
    many = Math.min(many, await timeOf(1, () => make(16 * n), work))
    if (growth() <= 4) return
  }
  expect(growth()).toBeLessThanOrEqual(4)
}

const times = <T>(n: number, make: (at: number) => T): T[] =>
  Array.from({ length: n }, (_, at) => make(at))
const membersOf = (n: number, value: unknown = 1): Record<string, unknown> =>
  Object.fromEntries(times(n, (at) => [`member${at}`, value]))

const say = (text: string) => ({ type: 'text', text })
const user = (...content: unknown[]) => ({ role: 'user', content })
const promptOf = (...prompt: unknown[]) => ({ modelId: 'm', options: { prompt } })
const withOptions = (options: object) => ({
  modelId: 'm',
  options: { prompt: [user(say('Hi'))], ...options },
})

/** The bodies of a call that a client can make large. Each has about `n` parts. */
const calls: Readonly<Record<string, (n: number) => object>> = {
  'a long text': (n) => promptOf(user(say('word '.repeat(n)))),
  'a text of escapes': (n) => promptOf(user(say('\\"'.repeat(n)))),
  'a text of lone surrogates': (n) => promptOf(user(say('\ud800'.repeat(n)))),
  'many parts': (n) => promptOf(user(...times(n, () => say('a')))),
  'many empty parts of an answer': (n) =>
    promptOf({ role: 'assistant', content: times(n, () => say('')) }),
  'many files': (n) =>
    promptOf(
      user(
        ...times(n, () => ({
          type: 'file',
          mediaType: 'image/png',
          data: { type: 'url', url: 'https://a.example/b.png' },
        })),
      ),
    ),
  'the host of a file': (n) =>
    promptOf(
      user({
        type: 'file',
        mediaType: 'image/png',
        data: { type: 'url', url: `https://${'a-1'.repeat(n)}.${'b.'.repeat(n)}com/` },
      }),
    ),
  'a file of base64': (n) =>
    promptOf(
      user({
        type: 'file',
        mediaType: 'text/plain',
        data: { type: 'data', data: 'aGFp'.repeat(n) },
      }),
    ),
  'many results of tools': (n) =>
    promptOf({
      role: 'tool',
      content: times(n, (at) => ({
        type: 'tool-result',
        toolCallId: `c${at}`,
        toolName: 't',
        output: { type: 'content', value: [say('a')] },
      })),
    }),
  'a result of many members': (n) =>
    promptOf({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 't',
          output: { type: 'json', value: membersOf(n) },
        },
      ],
    }),
  'many options of one provider': (n) =>
    promptOf({
      role: 'assistant',
      content: [{ ...say('a'), providerOptions: { openai: membersOf(n) } }],
    }),
  'options of many providers': (n) =>
    promptOf({
      role: 'assistant',
      content: [{ ...say('a'), providerOptions: membersOf(n, { a: 1 }) }],
    }),
  'many options of the call': (n) => withOptions({ providerOptions: { openai: membersOf(n) } }),
  'options of the call for many providers': (n) =>
    withOptions({ providerOptions: membersOf(n, { a: 1 }) }),
  'a long option': (n) =>
    withOptions({
      providerOptions: { openai: { allowedTools: { toolNames: times(n, () => '}') } } },
    }),
  'a tool with many members': (n) =>
    withOptions({ tools: [{ type: 'function', name: 't', inputSchema: membersOf(n) }] }),
  'a schema of the answer': (n) =>
    withOptions({ responseFormat: { type: 'json', schema: membersOf(n) } }),
}

const chat = (...messages: unknown[]) => ({ model: 'm', messages })

/** The bodies of a pass-through that a client can make large. */
const wires: readonly (readonly [EndpointName, string, (n: number) => object])[] = [
  ['openaiChat', 'many parts', (n) => chat({ role: 'user', content: times(n, () => say('a')) })],
  [
    'compatibleChat',
    'pictures',
    (n) =>
      chat({
        role: 'user',
        content: times(n, () => ({ type: 'image_url', image_url: { url: 'https://a.example/b' } })),
      }),
  ],
  [
    'openaiResponses',
    'calls',
    (n) => ({
      model: 'm',
      input: [
        {
          type: 'message',
          role: 'user',
          content: times(n, () => ({ type: 'input_text', text: 'a' })),
        },
      ],
    }),
  ],
  [
    'openaiChat',
    'a schema',
    (n) => ({
      ...chat({ role: 'user', content: 'Hi' }),
      tools: [{ type: 'function', function: { name: 't', parameters: membersOf(n) } }],
    }),
  ],
  [
    'anthropicMessages',
    'results of tools',
    (n) => ({
      ...chat({
        role: 'user',
        content: times(n, (at) => ({
          type: 'tool_result',
          tool_use_id: `c${at}`,
          content: [say('a')],
        })),
      }),
      max_tokens: 10,
      system: times(n, () => say('a')),
    }),
  ],
  [
    'googleGenerate',
    'parts',
    (n) => ({
      contents: [
        {
          role: 'user',
          parts: times(n, () => ({ inlineData: { mimeType: 'image/png', data: 'aGk=' } })),
        },
      ],
      tools: [{ functionDeclarations: times(n, (at) => ({ name: `t${at}`, parameters: {} })) }],
    }),
  ],
]

const rules: PassThroughRoute = {
  wire: 'openai',
  models: ['m'],
  allowTools: { t: true, ...Object.fromEntries(times(100, (at) => [`t${at}`, true])) },
  instructions: 'Be brief.',
  maxOutputTokens: 100,
}

const entry = createModelTable({
  m: {
    model: new MockLanguageModelV4(),
    provider: { allow: ['google.a'] },
    allowTools: { t: true },
  },
}).get('m')

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('the time for a body grows as the body does', { timeout: 120_000 }, () => {
  // Over 1,020 members, as an engine keeps larger objects in another way.
  const n = 1200

  describe.each(Object.entries(calls))('%s', (_what, make) => {
    const text = (count: number) => JSON.stringify(make(count))
    const parsed = async (count: number): Promise<ModelCall> =>
      parseCall(await parseBody(text(count)))

    it('parseBody', () => expectGrowth(n, text, (body) => parseBody(body)))
    it('parseCall', () => expectGrowth(n, (count) => parseBody(text(count)), parseCall))
    it('applyPolicy', () =>
      expectGrowth(n, parsed, ({ options }) => entry && applyPolicy(options, entry)))
    it('estimateRequest', () => expectGrowth(n, parsed, ({ options }) => estimateRequest(options)))
    it('addCacheMarks', () => expectGrowth(n, parsed, ({ options }) => addCacheMarks(options, 1)))
    it('encodeCall', () => expectGrowth(n, parsed, ({ options }) => encodeCall('m', options)))

    it('the whole call', async () => {
      const { handle } = proxyUnderTest({
        models: {
          m: new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf([]) }) }),
        },
        limits: { requests: 1e6, tokens: 1e15, streams: 3 },
        bytes: { request: Infinity },
        use: [prefixes()],
      })
      await expectGrowth(
        n,
        (count) => JSON.stringify({ ...make(count), stableEnd: 1 }),
        async (body) => {
          const response = await handle(requestOf({ body }))
          expect(response.status).toBe(200)
          await response.text()
        },
      )
    })
  })

  it.each(wires)('applyRules of %s: %s', async (endpoint, _what, make) => {
    await expectGrowth(n, make, (body) => applyRules(body, endpoint, rules, 1000).catch(() => {}))
    await expectGrowth(n, make, estimateRequest)
  })

  it('hashSchema', () => expectGrowth(n, membersOf, hashSchema))

  it.each(['gzip', 'identity'])('readJson of a body with %s', async (encoding) => {
    const body = (count: number) => {
      const { body } = new Response(`"${'a\\n'.repeat(count)}"`)
      return encoding === 'gzip' ? body?.pipeThrough(new CompressionStream('gzip')) : body
    }
    await expectGrowth(
      50 * n,
      (count) =>
        requestOf({
          body: body(count),
          duplex: 'half',
          headers: { 'content-encoding': encoding },
        } as RequestInit & { duplex: 'half' }),
      (request) => readJson(request, Infinity, parseBody),
    )
  })

  it('a message to an MCP server', async () => {
    const { handle } = proxyUnderTest({
      bytes: { request: Infinity },
      use: [
        mcpServers({
          t: { url: 'https://mcp.example', fetch: async () => new Response(null, { status: 202 }) },
        }),
      ],
    })
    await expectGrowth(
      n,
      (count) => JSON.stringify({ jsonrpc: '2.0', method: 'a', params: membersOf(count) }),
      async (body) =>
        expect((await handle(requestOf({ path: '/api/agent/mcp/t', body }))).status).toBe(202),
    )
  })

  it('a whole call of a pass-through', async () => {
    const { handle } = proxyUnderTest({
      bytes: { request: Infinity },
      limits: { tokens: 1e15 },
      use: [
        passThrough({
          openai: {
            wire: 'openai',
            apiKey: 'k',
            models: ['m'],
            fetch: async () => Response.json({ choices: [] }),
          },
        }),
      ],
    })
    await expectGrowth(
      n,
      (count) => JSON.stringify(chat({ role: 'user', content: times(count, () => say('a')) })),
      async (body) => {
        const response = await handle(
          requestOf({ path: '/api/agent/openai/chat/completions', body }),
        )
        expect(response.status).toBe(200)
        await response.text()
      },
    )
  })
})

const pieces: Readonly<Record<string, (n: number) => string[]>> = {
  'one long line in small pieces': (n) => ['data: "', ...times(n, () => 'abc'), '"\n\n'],
  'one long event of many lines': (n) => [...times(n, () => 'data: abc\n'), '\n'],
  'many events': (n) => times(n, () => 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n'),
  'carriage returns': (n) => times(n, () => 'data: a\r'),
  'a line of escapes': (n) => [`data: {"text":"${'\\\\'.repeat(n)}\\"${'\\\\'.repeat(n)}"}\n\n`],
  'a line of names': (n) => [`data: {${'"text":"a","type":"response.x",'.repeat(n)}"a":1}\n\n`],
}

describe('the time for an answer grows as the answer does', { timeout: 120_000 }, () => {
  const n = 4000
  const newMeter = () => ({ streamedTokens: 0, attempts: [], bytes: 0 })

  describe.each(Object.entries(pieces))('%s', (_what, make) => {
    it('createEventReader', () =>
      expectGrowth(n, make, (texts) => {
        const read = createEventReader(() => {})
        for (const text of texts) read(text)
      }))
    it.each([true, false])('createAnswerTap (streams: %s)', (streams) =>
      expectGrowth(
        n,
        (count) => make(count).map(bytesOf),
        (chunks) => {
          const tap = createAnswerTap(newMeter(), streams, estimateRequest)
          for (const chunk of chunks) tap.write(chunk)
          tap.isComplete()
        },
      ),
    )
    it('createEventMeter', () =>
      expectGrowth(
        n,
        (count) => make(count).map(bytesOf),
        (chunks) => {
          const meter = createEventMeter()
          for (const chunk of chunks) meter.write(chunk)
        },
      ))
  })

  it('peekAnswer of one line in small pieces', () =>
    expectGrowth(
      1000,
      (count) =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (let at = 0; at < count; at++) controller.enqueue(bytesOf('a'))
              controller.close()
            },
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
      (response) => peekAnswer(response, new AbortController().signal),
    ))

  it('countParts', () =>
    expectGrowth(
      n,
      (count) =>
        times(count, (at) => ({ type: 'tool-input-delta' as const, id: `c${at}`, delta: 'a' })),
      (parts) => {
        const count = countParts(newMeter(), estimateRequest)
        for (const part of parts) count(part)
      },
    ))

  it('toFailureCause', () =>
    expectGrowth(100 * n, (count) => new Error('https://a:'.repeat(count)), toFailureCause))
})

type Made = Record<string, unknown>

const asking = (n: number): Made => ({
  id: 'a',
  role: 'assistant',
  parentId: 'm0',
  calls: times(n, (at) => ({ id: `c${at}`, name: 't', arguments: {} })),
  finishReason: 'tool_calls',
})
const first: Made = { id: 'm0', role: 'user', content: 'Hi', parentId: null }
const answersOf = (order: readonly number[]): Made[] =>
  order.map((at, nth) => ({
    id: `c${at}`,
    role: 'tool',
    name: 't',
    content: '1',
    parentId: nth === 0 ? 'a' : `c${order[nth - 1]}`,
  }))

/** Histories that a file can hold. */
const histories: Readonly<Record<string, (n: number) => Made[]>> = {
  'messages with one parent': (n) => [
    first,
    ...times(n, (at) => ({ id: `s${at}`, role: 'user', content: 'a', parentId: 'm0' })),
  ],
  'a chain': (n) => [
    first,
    ...times(n, (at) => ({ id: `m${at + 1}`, role: 'user', content: 'a', parentId: `m${at}` })),
  ],
  'a message with many calls': (n) => [first, asking(n), ...answersOf(times(n, (at) => at))],
  'answers in the other order': (n) => [
    first,
    asking(n),
    ...answersOf(times(n, (at) => n - 1 - at)),
  ],
  'branches after a message with many calls': (n) => [
    first,
    asking(n),
    ...answersOf(times(n, (at) => at)),
    ...times(n, (at) => ({ id: `s${at}`, role: 'user', content: 'a', parentId: `c${n - 1}` })),
  ],
  'calls of a form that is refused': (n) => [
    first,
    {
      ...asking(0),
      calls: times(n, (at) => ({ id: `c ${at}`, name: 't', arguments: {} })),
      parts: times(n, (at) => ({ type: 'tool-call', id: `c ${n - 1 - at}`, name: 't' })),
    },
    ...times(n, (at) => ({
      id: `c ${n - 1 - at}`,
      role: 'tool',
      name: 't',
      content: '1',
      parentId: at === 0 ? 'a' : `c ${n - at}`,
    })),
  ],
  'answers of no call': (n) => [
    first,
    asking(n),
    ...times(n, (at) => ({ id: `d${at}`, role: 'tool', name: 't', content: '1', parentId: 'a' })),
  ],
  'one message with many parts': (n) => [
    { ...first, content: times(n, () => ({ type: 'text', text: 'a' })) },
  ],
}

describe.each(Object.entries(histories))(
  'the time for a history grows as the history does: %s',
  { timeout: 120_000 },
  (_what, make) => {
    const n = 1000

    it('sessions.import and sessions.open', () =>
      expectGrowth(n, make, async (messages) => {
        const agent = createAgent({ model: scriptedModel([]), storage: memoryStorage() })
        await agent.sessions.open(await agent.sessions.import(messages))
        expect(agent.history.all.length).toBeGreaterThan(0)
      }))

    it('history.load', () =>
      expectGrowth(n, make, (messages) => {
        const agent = createAgent({ model: scriptedModel([]) })
        try {
          agent.history.load(messages as unknown as MessageInput[])
        } catch (error) {
          // An answer of no call is refused.
          expect(String(error)).toContain('answers no call')
        }
      }))
  },
)
