import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { type Reply, call, calls, promptFaults, text } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, answersIn, anyTool, failureOf } from '../../test/agent-under-test.ts'
import { type AgentPlugin, ModelError, Tool } from '../index.ts'

const once = { request: { retry: 0 } }

/** Creates an agent with one tool that counts its runs. */
function counting(replies: Reply[], options = {}) {
  let ran = 0
  const under = agentUnderTest(replies, {
    tools: [anyTool('x', () => ++ran)],
    ...once,
    ...options,
  })
  return { ...under, ran: () => ran }
}

const part = (raw: object): LanguageModelV4StreamPart => raw as LanguageModelV4StreamPart

describe('a model stream', () => {
  it('R23 that ends without a finish part is a cut: text is kept, no tool runs, calls are closed', async () => {
    const { agent, ran } = counting([{ text: 'I will', ...calls(call('x')), finishReason: null }])
    const error = await failureOf(agent.chat('go'))
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ kind: 'stream_cut', content: 'I will' })
    expect(ran()).toBe(0)
    const [, message, answer] = agent.history.messages
    expect(message).toMatchObject({ role: 'assistant', content: 'I will' })
    expect(message).not.toHaveProperty('finishReason')
    expect(answer).toMatchObject({ role: 'tool', status: 'cancelled' })
  })

  it.each([undefined, null])('R23 that fails without a reason fails the run: %s', async (error) => {
    for (const more of [finish('stop'), []]) {
      const { agent } = counting([[part({ type: 'error', error }), ...more]])
      expect(await failureOf(agent.chat('go'))).toMatchObject({ kind: 'model_failed' })
    }
  })

  it('R23 that breaks in the middle keeps what was shown', async () => {
    const { agent } = counting([{ text: 'I will', breakWith: new TypeError('network error') }])
    const error = await failureOf(agent.chat('go'))
    expect(error).toMatchObject({ kind: 'network', content: 'I will' })
    expect(agent.history.messages.at(-1)).toMatchObject({ content: 'I will' })
  })

  it.each(['length', 'content-filter'] as const)(
    'R23 that ends for %s in mid call does not run it',
    async (finishReason) => {
      const { agent, model, ran } = counting([
        { text: 'I', ...calls(call('x'), call('x', '{"a":')), finishReason },
      ])
      const error = await failureOf(agent.chat('go'))
      expect(error).toMatchObject({ code: 'model', kind: 'stream_cut', content: 'I' })
      expect(ran()).toBe(0)
      const { messages } = agent.history
      expect(messages[1]).toMatchObject({ finishReason: finishReason.replace('-', '_') })
      expect(answersIn(messages).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
      expect(model.requests).toHaveLength(1)
    },
  )

  it('R23 that breaks in a call leaves nothing of its message to the next try', async () => {
    const { agent, model, ran } = counting([
      { text: 'I will', ...calls(call('x', '{"id":"ab')), finishReason: null },
      'Done',
    ])
    await failureOf(agent.chat('go'))
    expect((await agent.resume()).content).toBe('Done')
    expect(model.requests[1]?.prompt.map(({ role }) => role)).toEqual(['user'])
    expect(ran()).toBe(0)
  })

  it('R23 that ends without a word after a tool completes the run', async () => {
    const { agent, model, ran } = counting([calls(call('x')), [...finish('stop')], 'More'])
    expect(await agent.chat('go')).toMatchObject({ status: 'completed', content: '' })
    expect(ran()).toBe(1)
    expect(model.requests).toHaveLength(2)
    expect((await agent.chat('and?')).content).toBe('More')
    expect(promptFaults(model.requests[2]?.prompt ?? [])).toEqual([])
  })

  it('R23 that starts a call and never completes it does not run it', async () => {
    let ran = 0
    const none = new Tool({ name: 'none', description: 'Has no parameters', handler: () => ran++ })
    for (const toolName of ['x', 'none']) {
      const under = counting(
        [[{ type: 'tool-input-start', id: 'c1', toolName }, ...finish('tool-calls')], 'done'],
        { tools: [none, anyTool('x', () => ran++)] },
      )
      await under.agent.chat('go')
      expect(answersIn(under.agent.history.messages)).toMatchObject([{ status: 'invalid' }])
    }
    expect(ran).toBe(0)
  })

  it('R24 with one id for two calls runs and answers each, under ids of its own', async () => {
    const { agent, model, ran } = counting([
      calls(call('x', { n: 1 }, 'same'), call('x', { n: 2 }, 'same')),
      'done',
    ])
    const { messages } = await agent.chat('go')
    expect(ran()).toBe(2)
    const ids = answersIn(messages).map(({ id }) => id)
    expect(new Set(ids).size).toBe(2)
    expect(ids[0]).toBe('same')
    const [, assistant, tool] = model.requests[1]?.prompt ?? []
    const sent = (content: unknown) =>
      (content as { toolCallId: string }[]).map((c) => c.toolCallId)
    expect(sent(assistant?.content)).toEqual(ids)
    expect(sent(tool?.content)).toEqual(ids)
  })

  it.each(['', 'call.with/odd chars', 'x'.repeat(200)])(
    'R24 with the call id %j gets one that every provider takes',
    async (id) => {
      const { agent, ran } = counting([calls(call('x', {}, id), call('x', {}, id)), 'done'])
      const { messages } = await agent.chat('go')
      expect(ran()).toBe(2)
      const ids = answersIn(messages).map((answer) => answer.id)
      expect(new Set(ids).size).toBe(2)
      for (const given of ids) expect(given).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    },
  )

  it('R24 that uses an id again in a later message gets another', async () => {
    const { agent, ran } = counting([
      calls(call('x', {}, 'c')),
      calls(call('x', {}, 'c')),
      calls(call('x', {}, 'c')),
      'done',
    ])
    const { messages } = await agent.chat('go')
    expect(ran()).toBe(3)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
  })

  it('R24 with calls that come whole, without their input streamed', async () => {
    const { agent, ran } = counting([
      [
        { type: 'tool-call', toolCallId: 'c1', toolName: 'x', input: '{"a":1}' },
        ...finish('tool-calls'),
      ],
      'done',
    ])
    const run = agent.chat('go')
    const deltas: string[] = []
    for await (const event of run) {
      if (event.type === 'agent:delta' && event.of === 'call') deltas.push(event.text)
    }
    expect(ran()).toBe(1)
    expect(deltas).toEqual(['{"a":1}'])
  })

  it('R24 that says `stop` and asks for a call means the call', async () => {
    const { agent, ran } = counting([{ ...calls(call('x')), finishReason: 'stop' }, 'done'])
    expect((await agent.chat('go')).content).toBe('done')
    expect(ran()).toBe(1)
  })

  it('R24 with parts of no known kind leaves them out, and warns once a kind', async () => {
    const odd = [
      part({ type: 'hologram', data: 1 }),
      part({ type: 'hologram' }),
      part({ type: 'smell' }),
    ]
    const { agent } = counting([text('hello', { parts: odd })])
    const run = agent.chat('go')
    expect((await run).content).toBe('hello')
    expect(run.events.filter(({ type }) => type === 'agent:warning')).toMatchObject([
      { message: expect.stringContaining('hologram') },
      { message: expect.stringContaining('smell') },
    ])
  })

  it('with warnings of the provider tells each once a run, of a question of the run too', async () => {
    const warnings = [
      { type: 'unsupported', feature: 'topK', details: 'It is left out.' },
      { type: 'other', message: 'The proxy uses its own instructions instead.' },
      { type: 'deprecated', setting: 'user', message: 'Use `metadata`.' },
    ]
    const start = part({ type: 'stream-start', warnings })
    const answer = text('hello', { parts: [start] })
    const ask: AgentPlugin['run'] = async ({ run }, next) => {
      await run.ask('Well?')
      return next()
    }
    const { agent } = counting([answer, text('again', { parts: [start, start] })], {
      use: [{ name: 'asks', run: ask }],
    })
    const run = agent.chat('go')
    await run
    const told = run.events.filter(({ type }) => type === 'agent:warning')
    expect(told).toMatchObject([
      {
        code: 'provider_warning',
        message: 'A warning of the provider or the proxy: unsupported: topK: It is left out.',
      },
      { message: expect.stringContaining('The proxy uses its own instructions instead.') },
      { message: expect.stringContaining('deprecated: user: Use `metadata`.') },
    ])
  })

  it('R24 with several error parts fails with the first', async () => {
    const { agent } = counting([
      {
        parts: [
          { type: 'error', error: { statusCode: 400 } },
          { type: 'error', error: { statusCode: 503 } },
        ],
        text: 'late',
      },
    ])
    expect(await failureOf(agent.chat('go'))).toMatchObject({ status: 400, content: 'late' })
  })

  it.each<[string, Reply]>([
    ['nothing at all', []],
    ['a finish part alone', {}],
    ['empty text', { text: '' }],
    ['only metadata', { responseId: 'r1' }],
  ])('R24 with %s is a ModelError, and history stays valid', async (_what, reply) => {
    const { agent } = counting([reply, 'fine'])
    const error = await failureOf(agent.chat('go'))
    expect(error).toBeInstanceOf(ModelError)
    expect(['empty_response', 'stream_cut']).toContain((error as ModelError).kind)
    expect(agent.history.messages.map(({ role }) => role)).toEqual(['user'])
    expect((await agent.chat('again')).content).toBe('fine')
  })

  it.each<[string, Reply]>([
    ['a finish part alone', {}],
    ['empty text', { text: '' }],
    ['only metadata', { responseId: 'r1' }],
  ])('R24 with %s after a tool completes, and is asked for once', async (_what, reply) => {
    const { agent, model } = agentUnderTest([calls(call('save')), reply, 'fine'], {
      tools: [anyTool('save')],
    })
    const { status, finishReason, content } = await agent.chat('go')
    expect({ status, finishReason, content }).toEqual({
      status: 'completed',
      finishReason: 'stop',
      content: '',
    })
    expect(model.requests).toHaveLength(2)
    // An empty message is in no later request: providers refuse it.
    await agent.chat('again')
    expect(model.requests[2]?.prompt.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ])
  })

  it('R24 with an empty answer to words that joined after a tool is a ModelError', async () => {
    const { agent } = agentUnderTest([calls(call('save')), '', '', '', ''], {
      request: { retry: 0 },
      tools: [anyTool('save', () => void agent.chat('And?', { onBusy: 'steer' }))],
    })
    expect(await failureOf(agent.chat('go'))).toMatchObject({ kind: 'empty_response' })
  })

  it('R24 with ends and deltas of parts that never began', async () => {
    const { agent } = counting([
      [
        { type: 'text-end', id: 'never' },
        { type: 'text-delta', id: 'a', delta: 'he' },
        { type: 'reasoning-end', id: 'never' },
        { type: 'tool-input-delta', id: 'never', delta: '{' },
        { type: 'tool-input-end', id: 'never' },
        { type: 'text-delta', id: 'a', delta: 'llo' },
        ...finish('stop'),
      ],
    ])
    expect((await agent.chat('go')).content).toBe('hello')
  })

  it('R24 that holds something that is no part fails, and the stream is let go', async () => {
    const broken = [null, undefined] as unknown as LanguageModelV4StreamPart[]
    const { agent, model } = counting([
      [part({ type: 'text-delta', id: 'a', delta: 'he' }), ...broken],
    ])
    expect(await failureOf(agent.chat('go'))).toBeInstanceOf(ModelError)
    expect(model.open).toBe(0)
  })

  it('R24 that finishes in error is one, whatever it said', async () => {
    const { agent } = counting([{ text: 'half', finishReason: 'error' }])
    expect(await failureOf(agent.chat('go'))).toMatchObject({
      kind: 'model_failed',
      content: 'half',
    })
  })
})

const finish = (unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart[] => [
  {
    type: 'finish',
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 1, text: 1, reasoning: undefined },
    },
  },
]
