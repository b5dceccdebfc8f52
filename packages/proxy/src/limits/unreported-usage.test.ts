import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { encodeCall } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { openGateway } from '../../test/gateway-under-test.ts'
import { delta, finish, proxyUnderTest, requestOf, streamOf } from '../../test/proxy-under-test.ts'
import { estimateRequest } from './estimate-request.ts'

const dayMs = 86_400_000

/** The shapes in which providers say that they counted nothing. */
const unreported: [string, unknown][] = [
  ['0', { inputTokens: { total: 0 }, outputTokens: { total: 0 } }],
  ['NaN', { inputTokens: { total: Number.NaN }, outputTokens: { total: Number.NaN } }],
  ['negative numbers', { inputTokens: { total: -9 }, outputTokens: { total: -9 } }],
  ['null fields', { inputTokens: { total: null }, outputTokens: { total: null } }],
  ['undefined', { inputTokens: { total: undefined }, outputTokens: { total: undefined } }],
  ['null groups', { inputTokens: null, outputTokens: null }],
  ['null', null],
  ['nothing', undefined],
]

const saying = (text: string) =>
  encodeCall('m', { prompt: [{ role: 'user', content: [{ type: 'text', text }] }] })
const long = saying('a '.repeat(1_000))
const short = saying('Hi')

/** Calls a proxy with a limit of 4,000 tokens 20 times, and returns its statuses and its log. */
async function callOften(parts: readonly LanguageModelV4StreamPart[], body = long) {
  const { handle, log } = proxyUnderTest(
    { limits: { tokens: { max: 4_000, per: dayMs }, outputTokens: 100 } },
    new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf(parts) }) }),
  )
  const statuses: number[] = []
  for (let nth = 0; nth < 20; nth++) {
    const response = await handle(requestOf({ body }))
    statuses.push(response.status)
    await response.text()
  }
  return { passed: statuses.filter((status) => status === 200).length, log }
}

const ending = (usage: unknown) => ({ ...finish, usage }) as LanguageModelV4StreamPart

describe('limits of tokens', () => {
  it.each(unreported)('R77 hold with a provider that reports %s', async (_name, usage) => {
    const { passed, log } = await callOften([delta, ending(usage)])
    expect(passed).toBeGreaterThan(2)
    expect(passed).toBeLessThan(9)
    expect(log[0]).toMatchObject({ status: 200, attributes: { 'ambit.usage.estimated': true } })
    expect(log[0]?.code).toBeUndefined()
    expect(log[0]?.attributes).not.toHaveProperty('gen_ai.usage.input_tokens')
  })

  it('R77 count what a provider reports as it is', async () => {
    const usage = { inputTokens: { total: 2 }, outputTokens: { total: 1 } }
    const { passed, log } = await callOften([delta, ending(usage)])
    expect(passed).toBe(20)
    expect(log[0]?.attributes).not.toHaveProperty('ambit.usage.estimated')
  })

  const none = ending(unreported[0]?.[1])

  it.each<[string, LanguageModelV4StreamPart[]]>([
    [
      'a call that was not streamed',
      [
        {
          type: 'tool-call',
          toolCallId: 'c',
          toolName: 'x',
          input: `{"a":"${'b'.repeat(4_000)}"}`,
        },
      ],
    ],
    ['a file', [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'AAAA' } }]],
    ['a long text', [{ ...delta, delta: 'b'.repeat(4_000) } as LanguageModelV4StreamPart]],
    ['Chinese', [{ ...delta, delta: '订'.repeat(1_000) } as LanguageModelV4StreamPart]],
  ])('R77 count %s in the answer', async (_name, parts) => {
    const { passed } = await callOften([...parts, none], short)
    expect(passed).toBeGreaterThan(0)
    expect(passed).toBeLessThan(4)
  })

  it('R77 count the text of a call once, though it comes in pieces and as a whole', async () => {
    const input = `{"a":"${'b'.repeat(2_000)}"}`
    const { passed } = await callOften(
      [
        { type: 'tool-input-start', id: 'c', toolName: 'x' },
        { type: 'tool-input-delta', id: 'c', delta: input },
        { type: 'tool-call', toolCallId: 'c', toolName: 'x', input },
        none,
      ],
      short,
    )
    expect(passed).toBeGreaterThan(4)
  })

  it('R77 reserve a token for each Chinese character of a request, however long', async () => {
    expect(estimateRequest('订'.repeat(9_000))).toBeGreaterThanOrEqual(9_000)
    expect(estimateRequest('A'.repeat(9_000))).toBeGreaterThan(2_000)
  })

  it('R77 hold for a pass-through whose answer has a usage of 0', async () => {
    const answer = {
      choices: [{ message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    }
    const { send } = await openGateway(
      'bare handler',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer))
      },
      { limits: { tokens: { max: 4_000, per: dayMs }, outputTokens: 100 } },
    )
    const messages = [{ role: 'user', content: 'a '.repeat(1_000) }]
    let passed = 0
    for (let nth = 0; nth < 20; nth++) {
      const response = await send('/mine/chat/completions', { json: { model: 'qwen3', messages } })
      if (response.status === 200) passed++
      await response.text()
    }
    expect(passed).toBeGreaterThan(2)
    expect(passed).toBeLessThan(9)
  })
})
