import { countTokens as countOlder } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as countNewer } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { bytesOf, madeTexts, schema, texts } from '../../test/texts.ts'
import { estimateRequest as estimate } from './estimate-request.ts'

const prose = texts['English']?.repeat(100) ?? ''
const user = (content: unknown) => ({ role: 'user', content })

describe('the estimate of a text', () => {
  it.each(Object.entries(texts))(
    'P14 is not below 0.7 of two tokenizers’ counts, nor above 2.5 times, for %s',
    (_name, text) => {
      expect(estimate(text) / countOlder(text)).toBeGreaterThanOrEqual(0.7)
      expect(estimate(text) / countNewer(text)).toBeGreaterThanOrEqual(0.7)
      expect(estimate(text) / countNewer(text)).toBeLessThanOrEqual(2.5)
    },
  )

  it.each(Object.entries(madeTexts))('P14 is not below 0.7 of the count for %s', (_name, text) => {
    expect(estimate(text) / countNewer(text)).toBeGreaterThanOrEqual(0.7)
  })
})

/** Returns the text of the tokenizer's own frame around messages, and of their texts. */
const countOf = (...parts: string[]): number =>
  parts.reduce((sum, text) => sum + countNewer(text) + 4, 3)

describe('the estimate of a request', () => {
  const small = Array.from({ length: 200 }, (_, nth) => (nth % 2 ? 'OK' : 'And the next one?'))
  const instructions = 'You help people with their orders. Answer in one sentence.'
  const tool = { name: 'book_room', description: 'Books a room for a meeting.' }
  const told = `${tool.name} ${tool.description} ${JSON.stringify(schema)}`
  const asText = (text: string) => [{ type: 'text', text }]

  it.each<[string, unknown, number]>([
    ['many small messages', { messages: small.map(user) }, countOf(...small)],
    [
      'many small messages of a page',
      { prompt: small.map((text) => user(asText(text))) },
      countOf(...small),
    ],
    [
      'instructions and a tool of a page',
      {
        prompt: [{ role: 'system', content: instructions }, user(asText('Hi'))],
        tools: [{ type: 'function', ...tool, inputSchema: schema }],
      },
      countOf(instructions, 'Hi', told),
    ],
    [
      'instructions and a tool, OpenAI chat',
      {
        model: 'gpt-5',
        messages: [{ role: 'system', content: instructions }, user('Hi')],
        tools: [{ type: 'function', function: { ...tool, parameters: schema } }],
      },
      countOf(instructions, 'Hi', told),
    ],
    [
      'instructions and a tool, OpenAI responses',
      {
        instructions,
        input: [user([{ type: 'input_text', text: 'Hi' }])],
        tools: [{ type: 'function', ...tool, parameters: schema }],
      },
      countOf(instructions, 'Hi', told),
    ],
    [
      'instructions and a tool, Anthropic',
      {
        system: instructions,
        messages: [user(asText('Hi'))],
        tools: [{ ...tool, input_schema: schema }],
      },
      countOf(instructions, 'Hi', told),
    ],
    [
      'instructions and a tool, Google',
      {
        systemInstruction: { parts: [{ text: instructions }] },
        contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
        tools: [{ functionDeclarations: [{ ...tool, parametersJsonSchema: schema }] }],
      },
      countOf(instructions, 'Hi', told),
    ],
    [
      'the call and the result of a tool',
      {
        prompt: [
          {
            role: 'assistant',
            content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'get', input: schema }],
          },
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: 'c1',
                toolName: 'get',
                output: { type: 'json', value: schema },
              },
            ],
          },
        ],
      },
      countOf(JSON.stringify(schema), JSON.stringify(schema)),
    ],
  ])('P14 is not below 0.7 of the count, nor above 2.5 times, for %s', (_name, body, count) => {
    expect(estimate(body) / count).toBeGreaterThanOrEqual(0.7)
    expect(estimate(body) / count).toBeLessThanOrEqual(2.5)
  })

  const hidden = `${'x'.repeat(4097)} ${prose}`
  it.each<[string, unknown]>([
    ['4,097 letters and prose', { messages: [user(hidden)] }],
    ['a text part', { prompt: [user([{ type: 'text', text: hidden }])] }],
    ['data without a type', { messages: [user([{ type: 'text', text: '', data: prose }])] }],
    ['data that is not base64', { messages: [user([{ mediaType: 'image/png', data: prose }])] }],
    ['a type', { messages: [{ role: 'user', type: prose, content: 'Hi' }] }],
    ['an id', { messages: [{ role: 'tool', tool_call_id: prose, content: 'Hi' }] }],
    ['a name', { messages: [{ role: 'user', content: 'Hi', [prose]: 1 }] }],
    ['a document of text', { source: { type: 'text', media_type: 'text/plain', data: prose } }],
    ['a file of text', { mediaType: 'text/plain', data: Buffer.from(prose).toString('base64') }],
    [
      'a file that only says that it is an image',
      { mediaType: 'image/png', data: Buffer.from(prose).toString('base64') },
    ],
    ['the result of a tool', { output: { type: 'json', value: { data: prose, format: 'x' } } }],
    [
      'the input of a call',
      { type: 'tool-call', input: [{ mediaType: 'image/png', data: prose }] },
    ],
  ])('P14 counts a text as a text wherever it stands: %s', (_name, body) => {
    expect(estimate(body)).toBeGreaterThanOrEqual(0.7 * countNewer(prose))
  })

  const dense = Array.from(
    bytesOf(6_000),
    (byte) => '!@#$%^&*()_+{}|:<>?~`-=[];,./'[byte % 29],
  ).join('')
  const base64 = Buffer.from(dense).toString('base64')
  it.each<[string, unknown, number?]>([
    ...[
      'text/plain',
      'text/csv',
      'application/json',
      'application/xml',
      'image/png',
      'audio/wav',
    ].map((mediaType): [string, unknown] => [
      `of a page that says ${mediaType}`,
      { type: 'file', mediaType, data: { type: 'data', data: base64 } },
    ]),
    [
      'of Anthropic',
      { type: 'document', source: { type: 'base64', media_type: 'text/plain', data: base64 } },
    ],
    ['of Google', { inlineData: { mimeType: 'text/plain', data: base64 } }],
    ['in `file_data`', { type: 'input_file', file_data: `data:text/plain;base64,${base64}` }],
    ['in `file_data` without a type', { type: 'input_file', file_data: base64 }],
    ['in `file_data` as it is', { type: 'input_file', file_data: dense }],
    ['in a URL of base64', { type: 'input_file', file_url: `data:text/plain;base64,${base64}` }],
    ['in a long URL', { type: 'input_file', file_url: `data:text/plain,${dense.repeat(20)}` }, 20],
    [
      'in a URL of text',
      { source: { type: 'url', url: `data:text/plain,${encodeURIComponent(dense)}` } },
    ],
    [
      'in a URL with signs of its own',
      {
        type: 'file',
        mediaType: 'text/plain',
        data: { type: 'data', data: base64.replaceAll('+', '-') },
      },
    ],
    [
      'that is not all UTF-8',
      {
        mediaType: 'text/plain',
        data: Buffer.concat([Buffer.from([0xff]), Buffer.from(dense)]).toString('base64'),
      },
    ],
  ])('P14 counts the text in a file as that text: one %s', (_name, part, times = 1) => {
    expect(estimate(user([part]))).toBeGreaterThanOrEqual(0.7 * times * countNewer(dense))
  })

  it('P14 counts sealed reasoning by its length, and a signature for little', () => {
    const sealed = bytesOf(6_000).toString('base64')
    const item = { type: 'reasoning', summary: [], encrypted_content: sealed }
    expect(estimate({ input: [item] })).toBeGreaterThanOrEqual(sealed.length / 6)
    expect(estimate({ signature: sealed })).toBeLessThan(sealed.length / 15)
  })

  const png = `iVBORw0KGgo${bytesOf(900_000).toString('base64')}`
  const pdf = `JVBERi0x${bytesOf(300_000).toString('base64')}`
  const data = (type: string, base64: string) => `data:${type};base64,${base64}`
  it.each<[string, unknown, number]>([
    [
      'of a page',
      user([{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: png } }]),
      5_000,
    ],
    [
      'of a page, by URL',
      user([
        {
          type: 'file',
          mediaType: 'image/*',
          data: { type: 'url', url: new URL('https://x.example/a.png') },
        },
      ]),
      5_000,
    ],
    [
      'of OpenAI chat',
      user([{ type: 'image_url', image_url: { url: data('image/png', png) } }]),
      5_000,
    ],
    [
      'of OpenAI responses',
      user([{ type: 'input_image', image_url: 'https://x.example/a.png' }]),
      5_000,
    ],
    [
      'of Anthropic',
      user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }]),
      5_000,
    ],
    ['of Google', { parts: [{ inlineData: { mimeType: 'image/png', data: png } }] }, 5_000],
    [
      'that is a PDF',
      user([
        { type: 'file', file: { filename: 'a.pdf', file_data: data('application/pdf', pdf) } },
      ]),
      30_000,
    ],
    ['behind an id', user([{ type: 'input_file', file_id: 'file-1' }]), 50_000],
  ])('P14 counts a file by its kind and size: one %s', (_name, body, tokens) => {
    expect(estimate(body)).toBeGreaterThanOrEqual(tokens)
    expect(estimate(body)).toBeLessThan(tokens + 30)
  })
})
