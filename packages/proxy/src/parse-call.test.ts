import { env } from 'node:process'
import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import { encodeCall } from '@ambit/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCall } from './parse-call.ts'

const text = fc.string({ unit: 'binary', maxLength: 20 })
const word = fc.string({ minLength: 1, maxLength: 8 })
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value, withoutPrototype)))
const withoutPrototype = (key: string, value: unknown): unknown =>
  key === '__proto__' ? undefined : value

/** Generates a `T` with any subset of the fields in `optional`. */
const some = <T extends object, O extends object>(
  required: fc.Arbitrary<T>,
  optional: { [K in keyof O]: fc.Arbitrary<O[K]> },
): fc.Arbitrary<T & Partial<O>> =>
  fc
    .tuple(required, fc.record(optional, { requiredKeys: [] }))
    .map(([value, extra]) => ({ ...value, ...(extra as Partial<O>) }))

const providerOptions = fc.dictionary(
  fc.constantFrom('openai', 'anthropic'),
  fc.dictionary(fc.constantFrom('itemId', 'signature'), text.map(String)),
)
const data = fc.oneof(
  fc.record({
    type: fc.constant('data' as const),
    data: fc.oneof(fc.base64String(), fc.uint8Array({ maxLength: 30 })),
  }),
  fc.record({
    type: fc.constant('url' as const),
    url: fc.webUrl().map((url) => new URL(url)),
  }),
  fc.record({ type: fc.constant('text' as const), text }),
)
const textPart = some(fc.record({ type: fc.constant('text' as const), text }), { providerOptions })
const filePart = some(
  fc.record({ type: fc.constant('file' as const), data, mediaType: fc.constant('image/png') }),
  { filename: word, providerOptions },
)
const reasoning = some(fc.record({ type: fc.constant('reasoning' as const), text }), {
  providerOptions,
})
const toolCall = some(
  fc.record({
    type: fc.constant('tool-call' as const),
    toolCallId: word,
    toolName: word,
    input: json,
  }),
  { providerExecuted: fc.boolean(), providerOptions },
)
const output = fc.oneof(
  fc.record({ type: fc.constantFrom('text' as const, 'error-text' as const), value: text }),
  fc.record({
    type: fc.constantFrom('json' as const, 'error-json' as const),
    value: json.map((value) => value as null),
  }),
  some(fc.record({ type: fc.constant('execution-denied' as const) }), { reason: text }),
  fc.record({
    type: fc.constant('content' as const),
    value: fc.array(fc.oneof(textPart, filePart), { maxLength: 3 }),
  }),
)
const toolResult = some(
  fc.record({
    type: fc.constant('tool-result' as const),
    toolCallId: word,
    toolName: word,
    output,
  }),
  { providerOptions },
)
const several = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 })
const message: fc.Arbitrary<LanguageModelV4Message> = fc.oneof(
  some(fc.record({ role: fc.constant('system' as const), content: text }), { providerOptions }),
  fc.record({
    role: fc.constant('user' as const),
    content: several(fc.oneof(textPart, filePart)),
  }),
  fc.record({
    role: fc.constant('assistant' as const),
    content: several(fc.oneof(textPart, filePart, reasoning, toolCall, toolResult)),
  }),
  fc.record({ role: fc.constant('tool' as const), content: several(toolResult) }),
)
const callOptions = some<LanguageModelV4CallOptions, Partial<LanguageModelV4CallOptions>>(
  fc.record({ prompt: fc.array(message, { maxLength: 6 }) }),
  {
    maxOutputTokens: fc.integer({ min: 1 }),
    temperature: fc.integer(),
    stopSequences: several(text),
    seed: fc.integer(),
    responseFormat: fc.constantFrom(
      { type: 'text' as const },
      { type: 'json' as const, schema: { type: 'object' as const }, name: 'x' },
    ),
    tools: several(
      some(
        fc.record({
          type: fc.constant('function' as const),
          name: word,
          inputSchema: fc.constant({
            type: 'object' as const,
            properties: { constructor: { type: 'string' as const } },
          }),
        }),
        { description: text, strict: fc.boolean(), providerOptions },
      ),
    ),
    toolChoice: fc.constantFrom(
      { type: 'auto' as const },
      { type: 'tool' as const, toolName: 'x' },
    ),
    reasoning: fc.constantFrom('none' as const, 'high' as const),
    providerOptions,
  },
)

/** Converts a value as the wire does: bytes become base64. */
const expected = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof URL || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(expected)
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, expected(child)]))
}

describe('parseCall', () => {
  it('R26 gives back what the client encoded, bytes as base64', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(callOptions, (options) => {
        const parsed = parseCall(JSON.parse(encodeCall('openai/gpt-5', options)))
        expect(parsed).toEqual({ modelId: 'openai/gpt-5', options: expected(options) })
      }),
      { numRuns: env['AMBIT_LONG'] ? 20_000 : 200 },
    )
  })

  it('P2 leaves out what is not a call option, such as headers and a base URL', () => {
    const parsed = parseCall({
      modelId: 'm',
      api_base: 'https://evil.example',
      options: {
        prompt: [],
        headers: { authorization: 'Bearer stolen' },
        abortSignal: {},
        includeRawChunks: true,
        baseURL: 'https://evil.example',
      },
    })
    expect(parsed).toEqual({ modelId: 'm', options: { prompt: [] } })
  })

  const user = (part: unknown) => [{ role: 'user', content: [part] }]
  const file = (data: unknown) => user({ type: 'file', mediaType: 'image/png', data })

  it.each([
    ['nothing', null, 'body must be an object.'],
    ['no model', { options: { prompt: [] } }, 'body.modelId must be a string.'],
    [
      'no prompt',
      { modelId: 'm', options: {} },
      'body.options.prompt must be an array of at most 2000.',
    ],
    [
      'P7 too many messages',
      { modelId: 'm', options: { prompt: Array.from({ length: 2001 }) } },
      'body.options.prompt must be an array of at most 2000.',
    ],
    [
      'P7 too many tools',
      { modelId: 'm', options: { prompt: [], tools: Array.from({ length: 257 }) } },
      'body.options.tools must be an array of at most 256.',
    ],
    [
      'an unknown role',
      { modelId: 'm', options: { prompt: [{ role: 'developer', content: '' }] } },
      'body.options.prompt[0].role must be one of system, user, assistant, tool.',
    ],
    [
      'a role that every object has',
      { modelId: 'm', options: { prompt: [{ role: 'constructor' }] } },
      'body.options.prompt[0].role must be one of system, user, assistant, tool.',
    ],
    [
      'P8 a reference to a file that a provider holds',
      {
        modelId: 'm',
        options: { prompt: file({ type: 'reference', reference: { openai: 'file_1' } }) },
      },
      'body.options.prompt[0].content[0].data.type must be one of data, url, text.',
    ],
    [
      'a URL that only the server could read',
      { modelId: 'm', options: { prompt: file({ type: 'url', url: 'file:///etc/passwd' }) } },
      'body.options.prompt[0].content[0].data.url must be an https, http or data URL.',
    ],
    [
      'a limit of nothing',
      { modelId: 'm', options: { prompt: [], maxOutputTokens: 0 } },
      'body.options.maxOutputTokens must be a whole number of at least 1.',
    ],
    [
      'a reasoning effort nobody knows',
      { modelId: 'm', options: { prompt: [], reasoning: 'huge' } },
      /^body.options.reasoning must be one of provider-default, /,
    ],
  ])('refuses %s, naming the place', (_what, body, message) => {
    expect(() => parseCall(body)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    expect(() => parseCall(body)).toThrow(message)
  })
})
