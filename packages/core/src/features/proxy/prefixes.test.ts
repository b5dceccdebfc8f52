import { encodeEvent, endOfStream, noteStable } from '@ambit/protocol'
import type { LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hash } from '../../json/hash.ts'
import { createProxyModel } from './proxy-model.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

interface SentCall {
  options: { prompt: unknown[]; tools?: unknown }
  stableEnd?: number
}

/** An answer of a proxy: its status, and the value of its header `ambit-prefix`. */
interface Answer {
  status?: number
  code?: string
  offer?: string
}

const offered: Answer = { offer: '1' }
const unknown: Answer = { status: 409, code: 'unknown_prefix' }

/**
 * Creates a model whose proxy gives these answers, in order or by the call. Then it offers
 * prefixes.
 */
function setUp(
  answers: Answer[] | ((call: SentCall) => Answer) = [],
  options: { onAuthExpired?: () => boolean } = {},
) {
  const sent: SentCall[] = []
  const tokens: (string | null)[] = []
  let token = 0
  const model = createProxyModel({
    baseURL: 'https://app.test/api/agent',
    modelId: 'm',
    headers: () => ({ authorization: `${token++}` }),
    ...options,
    fetch: async (url, init) => {
      const request = new Request(url, init)
      tokens.push(request.headers.get('authorization'))
      const call = (await request.json()) as SentCall
      sent.push(call)
      const answer = typeof answers === 'function' ? answers(call) : answers.shift()
      const { status = 200, code = 'x', offer } = answer ?? offered
      const error = { code, message: 'No.', retryable: false }
      if (status !== 200) return Response.json({ error }, { status })
      const headers = {
        'content-type': 'text/event-stream',
        ...(offer && { 'ambit-prefix': offer }),
      }
      return new Response(encodeEvent(endOfStream), { headers })
    },
  })
  /** Calls the model with messages, of which the next call repeats all but the last. */
  const step = async (
    messages: readonly LanguageModelV4Message[],
    tools?: LanguageModelV4FunctionTool[],
  ): Promise<void> => {
    noteStable(messages)
    const { stream } = await model.doStream({
      prompt: [...messages, say('What the page shows now')],
      ...(tools && { tools }),
    })
    await stream.cancel()
  }
  return { sent, step, tokens, model }
}

const say = (text: string): LanguageModelV4Message => ({
  role: 'user',
  content: [{ type: 'text', text }],
})
const history = (count: number): LanguageModelV4Message[] =>
  Array.from({ length: count }, (_, at) => say(`${at} 東京 `.repeat(100)))
const toolsOf = (...names: string[]): LanguageModelV4FunctionTool[] =>
  names.map((name) => ({
    type: 'function',
    name,
    description: 'x'.repeat(600),
    inputSchema: { type: 'object' },
  }))
const named = (
  { options: { prompt, tools } }: SentCall | undefined = { options: { prompt: [] } },
) => ({
  prompt: typeof prompt[0] === 'string' ? prompt[0] : undefined,
  tools: typeof tools === 'string' ? tools : undefined,
})
const none = { prompt: undefined, tools: undefined }

describe('the parts that a call names', () => {
  it('P41 are the tools and the messages that the proxy keeps, and the rest is sent', async () => {
    const { sent, step } = setUp()
    const [first, second, third] = history(3) as [
      LanguageModelV4Message,
      LanguageModelV4Message,
      LanguageModelV4Message,
    ]
    const tools = toolsOf('a')
    await step([first, second], tools)
    await step([first, second, third], tools)
    expect(named(sent[0])).toEqual(none)
    expect(sent[1]).toEqual({
      modelId: 'm',
      options: {
        prompt: [hash(JSON.stringify([first, second])), third, say('What the page shows now')],
        tools: hash(JSON.stringify(tools)),
      },
      stableEnd: 3,
    })
  })

  it.each([undefined, '', '0', '2', 'gzip'])(
    'P41 are none for a proxy that says %j',
    async (offer) => {
      const answer: Answer = offer === undefined ? {} : { offer }
      const { sent, step } = setUp([answer, answer, answer])
      const messages = history(3)
      for (const count of [1, 2, 3]) await step(messages.slice(0, count), toolsOf('a'))
      expect(sent.map(named)).toEqual([none, none, none])
    },
  )

  it('P41 are none where the page has no SHA-256, as without a secure context', async () => {
    vi.stubGlobal('crypto', { randomUUID: () => 'id' })
    const { sent, step } = setUp()
    const messages = history(3)
    for (const count of [1, 2, 3]) await step(messages.slice(0, count), toolsOf('a'))
    expect(sent.map(named)).toEqual([none, none, none])
  })

  it('P41 are none in a request that Ambit did not build, and none that is short', async () => {
    const { sent, step, model } = setUp()
    const prompt = history(3)
    await model.doStream({ prompt })
    await model.doStream({ prompt })
    const short = [say('Hi'), say('Ho')]
    await step(short, [])
    await step(short, [])
    expect(sent.map(named)).toEqual([none, none, none, none])
  })

  it('P41 keep the history if the tools change, and the tools if the history does', async () => {
    const { sent, step } = setUp()
    const messages = history(2)
    const system = (content: string): LanguageModelV4Message => ({ role: 'system', content })
    await step([system('one'), ...messages], toolsOf('a'))
    await step([system('one'), ...messages], toolsOf('a', 'b'))
    await step([system('two'), ...messages], toolsOf('a', 'b'))
    await step([system('two'), ...messages], toolsOf('a'))
    expect(sent.map(named).map((it) => [Boolean(it.prompt), Boolean(it.tools)])).toEqual([
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ])
  })

  it('P41 are those of each agent, if several have one model and call at the same time', async () => {
    const { sent, step } = setUp()
    const [left, right] = [history(4), history(4)]
    for (const count of [1, 2, 3, 4]) {
      await Promise.all([step(left.slice(0, count)), step(right.slice(0, count))])
    }
    expect(sent.map((call) => Boolean(named(call).prompt))).toEqual(
      Array.from({ length: 8 }, (_, at) => at >= 2),
    )
  })

  it('P41 go back to an earlier end after an edit', async () => {
    const { sent, step } = setUp()
    const messages = history(3)
    for (const count of [1, 2, 3]) await step(messages.slice(0, count))
    await step([...messages.slice(0, 2), say('edited')])
    expect(named(sent[3]).prompt).toBe(hash(JSON.stringify(messages.slice(0, 2))))
  })
})

describe('a proxy that has not got a part', () => {
  it('P41 gets the whole call at once, in the same attempt', async () => {
    const { sent, step } = setUp([offered, unknown])
    const messages = history(3)
    for (const count of [1, 2, 3]) await step(messages.slice(0, count), toolsOf('a'))
    expect(sent.map((call) => Boolean(named(call).prompt))).toEqual([false, true, false, true])
    expect(sent[2]?.options.prompt.slice(0, 2)).toEqual(messages.slice(0, 2))
  })

  it.each([400, 415])(
    'P41 gets the whole call at once, if it is older and answers %i',
    async (status) => {
      const { sent, step } = setUp([offered, { status }, {}])
      const messages = history(3)
      for (const count of [1, 2, 3]) await step(messages.slice(0, count))
      expect(sent.map(({ options }) => options.prompt.length)).toEqual([2, 3, 3, 4])
      expect(named(sent[1]).prompt).toBeDefined()
      expect([named(sent[2]), named(sent[3])]).toEqual([none, none])
    },
  )

  it('P41 is told no more parts after three calls in a row', async () => {
    const always = [1, 2, 3].flatMap(() => [offered, unknown])
    const { sent, step } = setUp(always)
    const messages = history(9)
    for (let count = 1; count <= 9; count++) await step(messages.slice(0, count))
    expect(sent.filter((call) => named(call).prompt)).toHaveLength(3)
    expect(sent).toHaveLength(12)
  })

  it('P41 is told parts for as long as it mostly knows them', async () => {
    const mostly = [1, 2, 3, 4].flatMap(() => [offered, unknown, offered])
    const { sent, step } = setUp([...mostly, offered])
    const messages = history(12)
    for (let count = 1; count <= 12; count++) await step(messages.slice(0, count))
    expect(named(sent.at(-1)).prompt).toBeDefined()
  })

  it('P41 counts as one that forgot once, however many calls find it so', async () => {
    let forgotten = 4
    const { sent, step } = setUp((call) =>
      named(call).prompt && forgotten-- > 0 ? unknown : offered,
    )
    const all = [0, 1, 2, 3].map(() => history(3))
    for (const count of [1, 2, 3]) {
      await Promise.all(all.map((messages) => step(messages.slice(0, count))))
    }
    expect(sent.slice(-4).every((call) => named(call).prompt)).toBe(true)
  })

  it('P41 P42 gets a call of another user as a whole, with the headers of that user', async () => {
    const expired: Answer = { status: 401, code: 'unauthorized' }
    const { sent, step, tokens } = setUp([offered, expired, unknown], { onAuthExpired: () => true })
    const messages = history(2)
    for (const count of [1, 2]) await step(messages.slice(0, count))
    expect(tokens).toEqual(['0', '1', '2', '3'])
    expect(sent.map((call) => Boolean(named(call).prompt))).toEqual([false, true, true, false])
  })

  it.each([403, 413, 429, 500])(
    'P41 is not asked again after a refusal with %i',
    async (status) => {
      const { sent, step } = setUp([offered, { status }])
      const messages = history(2)
      await step(messages.slice(0, 1))
      await expect(step(messages)).rejects.toMatchObject({ statusCode: status })
      expect(sent).toHaveLength(2)
    },
  )
})
