import type { LanguageModelV4 } from '@ai-sdk/provider'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { describe, expect, it } from 'vitest'
import { prefixes } from '../src/index.ts'
import { checkBounds } from '../src/parse-body.ts'
import { allowedJson, hostileKinds } from './hostile-json.ts'
import { proxyUnderTest, requestOf } from './proxy-under-test.ts'
import { piecesOf, Stand } from './stand.ts'

const isLong = Boolean(process.env['AMBIT_LONG'])

/** The bytes of a body: as many as the proxy allows. */
const maxBytes = isLong ? 4 * 1024 * 1024 : 200_000

/** At most 50 on a quiet machine. Beside other programs, the same work takes longer. */
const mostMs = 100

const many = <T>(n: number, make: (at: number) => T): T[] =>
  Array.from({ length: n }, (_, at) => make(at))
const members = (n: number): object =>
  Object.fromEntries(many(n, (at) => [`k${at.toString(36)}`, 1]))
const say = (text: string) => ({ type: 'text', text })
const first = { role: 'user', content: [say('Hi')] }
const promptOf = (...prompt: object[]) => ({ prompt })
const userSays = (content: object[]) => promptOf({ role: 'user', content })
const withSchema = (inputSchema: object) => ({
  ...promptOf(first),
  tools: [{ type: 'function', name: 't', inputSchema }],
})
const withOptions = (openai: object) => ({ ...promptOf(first), providerOptions: { openai } })
const callOf = (id: string) => ({ type: 'tool-call', toolCallId: id, toolName: 't', input: {} })
const resultOf = (id: string, output: object) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 't',
  output,
})
const withResult = (value: unknown) =>
  promptOf(
    first,
    { role: 'assistant', content: [callOf('c')] },
    { role: 'tool', content: [resultOf('c', { type: 'json', value })] },
  )
const fileOf = (mediaType: string, data: object) => ({ type: 'file', mediaType, data })
const base64 = (n: number) => ({ type: 'data', data: 'aGFp'.repeat(n) })
const reasoning = {
  type: 'reasoning',
  text: 'a',
  providerOptions: {
    openai: { itemId: 'rs_1', reasoningEncryptedContent: 'e' },
    anthropic: { signature: 's' },
  },
}

/** The calls that are work for the proxy, each with about `n` parts or characters. */
const shapes: Readonly<Record<string, (n: number) => object>> = {
  letters: (n) => userSays([say('a'.repeat(n))]),
  words: (n) => userSays([say('word '.repeat(n))]),
  quotes: (n) => userSays([say('"'.repeat(n))]),
  syllables: (n) => userSays([say('한'.repeat(n))]),
  'lone surrogates': (n) => userSays([say('\ud800'.repeat(n))]),
  'short parts': (n) => userSays(many(n, () => say('a'))),
  'longer parts': (n) => userSays(many(n, () => say('word '.repeat(40)))),
  messages: (n) =>
    promptOf(...many(2_000, () => ({ role: 'user', content: [say('word '.repeat(n))] }))),
  addresses: (n) =>
    userSays(many(n, () => fileOf('image/png', { type: 'url', url: 'https://a.example/b' }))),
  'an address with its data': (n) =>
    userSays([
      fileOf('image/png', { type: 'url', url: `data:image/png;base64,${'aGFp'.repeat(n)}` }),
    ]),
  'a picture': (n) => userSays([fileOf('image/png', base64(n))]),
  'a document': (n) => userSays([fileOf('application/pdf', base64(n))]),
  'small pictures': (n) => userSays(many(n, () => fileOf('image/png', base64(1)))),
  results: (n) =>
    promptOf(
      first,
      { role: 'assistant', content: many(n, (at) => callOf(`c${at}`)) },
      {
        role: 'tool',
        content: many(n, (at) => resultOf(`c${at}`, { type: 'text', value: 'a' })),
      },
    ),
  reasoning: (n) =>
    promptOf(first, { role: 'assistant', content: many(n, () => reasoning) }, first),
  'a result of texts': (n) => withResult(many(1_000, () => 'word '.repeat(n))),
  'a schema with a text': (n) => withSchema({ type: 'object', description: 'a"'.repeat(n) }),
  'a schema of alternatives': (n) =>
    withSchema({ anyOf: many(n, () => ({ properties: { a: { type: 'string' } } })) }),
  'options of the call': (n) => withOptions(members(n)),
}

/** Returns the largest call of a shape that the proxy takes. */
function largest(make: (n: number) => object): string {
  const write = (n: number): string =>
    JSON.stringify({ modelId: 'm', options: make(n), stableEnd: 1 })
  const isTaken = (n: number): boolean => {
    const text = write(n)
    if (Buffer.byteLength(text) > maxBytes) return false
    try {
      checkBounds(text, 64, maxBytes)
      return true
    } catch {
      return false
    }
  }
  let low = 1
  while (isTaken(2 * low)) low *= 2
  for (let step = low; step > low / 100; step >>= 1) if (isTaken(low + step)) low += step
  return write(low)
}

const upstream: typeof fetch = async () =>
  new Response('data: [DONE]\n\n', { headers: { 'content-type': 'text/event-stream' } })
const settings = { apiKey: 'k', fetch: upstream, baseURL: 'https://provider.example/v1' }
const providers: Readonly<Record<string, LanguageModelV4>> = {
  'OpenAI, responses': createOpenAI(settings)('gpt-5'),
  'OpenAI, chat': createOpenAI(settings).chat('gpt-4o'),
  Anthropic: createAnthropic(settings)('claude-sonnet-5-5'),
  Google: createGoogle(settings)('gemini-flash-latest'),
  'a compatible server': createOpenAICompatible({ ...settings, name: 'compatible' })('m'),
}

describe('a model call of the largest size', () => {
  it.each(Object.entries(providers))(
    'R106 holds nobody up, whatever it has in it: %s',
    async (_name, model) => {
      const { handle } = proxyUnderTest({
        models: { m: { model, allowTools: { t: true } } },
        limits: { requests: 1e6, tokens: 1e15, streams: 3 },
        use: [prefixes()],
      })
      const stands: Record<string, number> = {}
      const measure = async (shape: string, text: string): Promise<void> => {
        const body = piecesOf(text)
        const stand = new Stand()
        const response = await handle(requestOf({ body, duplex: 'half' }))
        await response.text()
        stands[shape] = Math.max(stands[shape] ?? 0, stand.end())
        // What a provider's adapter refuses was read all the same.
        expect([200, 400, 502]).toContain(response.status)
      }
      for (const [shape, make] of Object.entries(shapes)) await measure(shape, largest(make))
      for (const kind of isLong ? hostileKinds : hostileKinds.slice(3, 4)) {
        const value = JSON.parse(allowedJson(kind)) as object
        const object = Array.isArray(value) ? { value } : value
        for (const [place, make] of [
          ['result', withResult],
          ['schema', withSchema],
          ['options', withOptions],
        ] as const) {
          const options = make(place === 'result' ? value : object)
          await measure(`${place}: ${kind}`, JSON.stringify({ modelId: 'm', options }))
        }
      }
      expect(Object.entries(stands).filter(([, ms]) => ms > mostMs)).toEqual([])
    },
    isLong ? 300_000 : 60_000,
  )
})
