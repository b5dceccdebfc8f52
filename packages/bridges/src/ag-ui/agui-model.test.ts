import { Scope, Tool, createAgent, type PendingItem } from '@ambit/core'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { RunAgentInput } from '@ag-ui/core'
import { generateText } from 'ai'
import * as z from 'zod'
import { describe, expect, it, vi } from 'vitest'
import {
  callTool,
  encode,
  interrupt,
  remoteAgent,
  type RemoteReply,
  say,
  streamOf,
  wholeRun,
} from '../../test/remote-agent.ts'
import { type AguiEvent, type AguiModelOptions, askUserTool, createAguiModel } from './index.ts'

function modelOf(replies: RemoteReply[], options: Partial<AguiModelOptions> = {}) {
  const remote = remoteAgent(...replies)
  const model = createAguiModel({ url: 'https://x.example/agent', fetch: remote.fetch, ...options })
  return { ...remote, model }
}

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }]

/** Returns the parts of the answer to a prompt. */
async function partsOf(
  reply: RemoteReply,
  options?: Partial<AguiModelOptions>,
): Promise<LanguageModelV4StreamPart[]> {
  const { model } = modelOf([reply], options)
  const { stream } = await model.doStream({ prompt })
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

/** Returns the conversation of a request, without the words of the system about the tool list. */
const said = (input: RunAgentInput | undefined): RunAgentInput['messages'] =>
  input?.messages.filter(({ role }) => role !== 'system') ?? []

const textIn = (parts: readonly LanguageModelV4StreamPart[]): string =>
  parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')

const setFilter = (handler: (value: string) => unknown) =>
  new Tool({
    name: 'set_filter',
    description: 'Filters the rows.',
    effect: 'read',
    parameters: z.object({ value: z.string() }),
    handler: ({ value }) => handler(value),
  })

describe('createAguiModel', () => {
  it('22 runs our tools in the page, with their rules, and gives their results back', async () => {
    const handler = vi.fn(() => ({ shown: 2 }))
    const { model, inputs } = modelOf([
      [...say('a', 'Filtering.'), ...callTool('f1', 'set_filter', ['{"value":', '"open"}'])],
      [...callTool('f2', 'set_filter', ['{"value":7}'])],
      say('b', 'Done.'),
    ])
    const context = (): object => ({ rows: 3 })
    const orders = new Scope({ name: 'orders', context, tools: [setFilter(handler)] })
    const agent = createAgent({ model, instructions: 'Be brief.', scopes: [orders] })
    const run = agent.chat('Show the open ones')
    expect((await run).content).toBe('Done.')
    expect(handler.mock.calls).toEqual([['open']])
    const [first, second, third] = inputs
    expect(first?.tools).toMatchObject([{ name: 'set_filter', parameters: { type: 'object' } }])
    expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(first?.context).toEqual([
      { description: 'What the page shows now', value: expect.stringContaining('{"rows":3}') },
    ])
    expect(second?.messages.slice(0, 2)).toEqual(first?.messages)
    expect(second?.messages.slice(2)).toMatchObject([
      { id: 'a', role: 'assistant', content: 'Filtering.', toolCalls: [{ id: 'f1' }] },
      { role: 'tool', toolCallId: 'f1', content: '{"shown":2}' },
    ])
    expect(third?.messages.at(-1)).toMatchObject({ toolCallId: 'f2', error: expect.any(String) })
  })

  it('streams the text, the reasoning and the arguments of calls', async () => {
    const { model } = modelOf([
      [
        { type: 'REASONING_START', messageId: 'r' },
        { type: 'REASONING_MESSAGE_START', messageId: 'r', role: 'reasoning' },
        { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r', delta: 'Hm.' },
        { type: 'REASONING_MESSAGE_END', messageId: 'r' },
        {
          type: 'REASONING_ENCRYPTED_VALUE',
          subtype: 'message',
          entityId: 'r',
          encryptedValue: 'x',
        },
        { type: 'REASONING_END', messageId: 'r' },
        ...say('a', 'One ', 'two.'),
        ...callTool('f1', 'set_filter', ['{"value":', '"open"}']),
      ],
      say('b', 'Done.'),
    ])
    const agent = createAgent({ model, tools: [setFilter(() => 1)] })
    const deltas: string[] = []
    agent.on('*', (event) => void (event.type === 'agent:delta' && deltas.push(event.text)))
    await agent.chat('Go')
    expect(deltas).toEqual(['Hm.', 'One ', 'two.', '{"value":', '"open"}', 'Done.'])
    const [, answer] = agent.history.messages
    expect(answer).toMatchObject({ reasoning: 'Hm.', content: 'One two.' })
    expect(
      agent.history.messages.flatMap((m) => (m.role === 'assistant' ? m.parts : []))[0],
    ).toMatchObject({ providerMetadata: { agui: { messageId: 'r', encryptedValue: 'x' } } })
  })

  const chunks: Record<string, AguiEvent[]> = {
    'chunks with ids': [
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'a', delta: 'One ' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'a', delta: 'two.' },
    ],
    'chunks that continue, with a state between them': [
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'a', delta: 'One ' },
      { type: 'STATE_SNAPSHOT', snapshot: {} },
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'two.' },
    ],
    'start, content, end': say('a', 'One ', 'two.'),
    'a snapshot of the messages alone': [
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          { id: 'old', role: 'assistant', content: 'Before.' },
          { id: 'u', role: 'user', content: 'Hi' },
          { id: 'a', role: 'assistant', content: 'One two.' },
        ],
      },
    ],
    'a message that a snapshot repeats': [
      ...say('a', 'One two.'),
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [{ id: 'a', role: 'assistant', content: 'One two.' }],
      },
    ],
    'the words of another role beside it': [
      { type: 'TEXT_MESSAGE_START', messageId: 'u', role: 'user' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'u', delta: 'Hi' },
      ...say('a', 'One two.'),
    ],
  }
  it.each(Object.entries(chunks))('22 reads %s', async (_, events) => {
    const parts = await partsOf(events)
    expect(textIn(parts)).toBe('One two.')
    expect(parts.filter(({ type }) => type === 'text-start')).toHaveLength(1)
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } })
  })

  it('22 reads the chunks of calls, and of reasoning before 1.0', async () => {
    const { model } = modelOf([
      [
        { type: 'THINKING_START' },
        { type: 'THINKING_TEXT_MESSAGE_START' },
        { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'Hm.' },
        { type: 'THINKING_TEXT_MESSAGE_END' },
        { type: 'THINKING_END' },
        { type: 'TOOL_CALL_CHUNK', toolCallId: 'f1', toolCallName: 'set_filter', delta: '{"val' },
        { type: 'TOOL_CALL_CHUNK', delta: 'ue":"a"}' },
        { type: 'TOOL_CALL_CHUNK', toolCallId: 'f2', toolCallName: 'set_filter' },
        { type: 'TOOL_CALL_CHUNK', toolCallId: 'f2', delta: '{"value":"b"}' },
      ],
      say('b', 'Done.'),
    ])
    const values: string[] = []
    const agent = createAgent({ model, tools: [setFilter((value) => values.push(value))] })
    await agent.chat('Go')
    expect(values).toEqual(['a', 'b'])
    expect(agent.history.messages[1]).toMatchObject({ reasoning: 'Hm.' })
    expect(model.ignored.size).toBe(0)
  })

  it('22 reads the calls and results of a snapshot that did not stream', async () => {
    const toolCalls = [
      { id: 'b1', type: 'function', function: { name: 'search', arguments: '{"q":1}' } },
      { id: 'f1', type: 'function', function: { name: 'set_filter', arguments: '{"value":"a"}' } },
    ]
    const snapshot = ({ messages }: { messages: unknown[] }): AguiEvent[] => [
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [
          ...messages,
          { id: 'a', role: 'assistant', content: 'Found it.', toolCalls },
          { id: 'b1-found', role: 'tool', toolCallId: 'b1', content: 'found 7' },
        ],
      },
    ]
    const again = ({ messages }: { messages: unknown[] }): AguiEvent[] => [
      {
        type: 'MESSAGES_SNAPSHOT',
        messages: [...messages, { id: 'b', role: 'assistant', content: 'Set.' }],
      },
    ]
    const { model, inputs } = modelOf([snapshot, again])
    const values: string[] = []
    const agent = createAgent({ model, tools: [setFilter((value) => values.push(value))] })
    expect((await agent.chat('Go')).content).toBe('Set.')
    expect(values).toEqual(['a'])
    expect(agent.history.messages[1]).toMatchObject({ taint: 'untrusted', content: 'Found it.' })
    expect(said(inputs[1]).map(({ id }) => id)).toEqual([
      expect.stringMatching(/^user-/),
      'a',
      'b1-found',
      'f1-result',
    ])
  })

  it('25 marks what the remote agent looked up as third-party text', async () => {
    const { model, inputs } = modelOf([
      [
        ...callTool('b1', 'search', ['{"q":1}'], 'found 7'),
        ...say('a', 'Found it.'),
        ...callTool('f1', 'send_mail', ['{}']),
      ],
      say('b', 'Sent.'),
    ])
    const handler = vi.fn(() => 'sent')
    const mail = new Tool({ name: 'send_mail', description: 'Mails.', effect: 'egress', handler })
    const agent = createAgent({ model, tools: [mail] })
    agent.pending.attach('approval')
    const run = agent.chat('Mail it')
    const asked = await new Promise<PendingItem>((resolve) => {
      agent.pending.subscribe(({ items: [one] }) => one && resolve(one))
    })
    expect(asked).toMatchObject({ cause: 'taint' })
    agent.pending.approve(asked.id)
    await run
    const [, answer] = agent.history.messages
    expect(answer).toMatchObject({ taint: 'untrusted', calls: [{ name: 'send_mail' }] })
    expect(handler).toHaveBeenCalledOnce()
    expect(said(inputs[1])).toMatchObject([
      { role: 'user', content: 'Mail it' },
      { role: 'assistant', toolCalls: [{ id: 'b1' }] },
      { id: 'b1-found', role: 'tool', toolCallId: 'b1', content: 'found 7' },
      { id: 'a', content: 'Found it.', toolCalls: [{ id: 'f1' }] },
      { role: 'tool', toolCallId: 'f1' },
    ])
  })

  it('25 taints a result of a call that the remote agent did not announce', async () => {
    const { model } = modelOf([
      [
        { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'nobody', content: 'EVIL' },
        ...say('a', 'Found it.'),
      ],
    ])
    const agent = createAgent({ model })
    await agent.chat('Go')
    expect(agent.history.messages[1]).toMatchObject({ taint: 'untrusted', content: 'Found it.' })
  })

  it('25 taints a call of the remote agent whose result it keeps for itself', async () => {
    const { model, inputs } = modelOf([
      [...callTool('b1', 'search', ['{}']), ...say('a', 'Found it.')],
      say('b', 'Yes.'),
    ])
    const agent = createAgent({ model })
    await agent.chat('Find it')
    expect(agent.history.messages[1]).toMatchObject({ taint: 'untrusted' })
    await agent.chat('Sure?')
    expect(inputs[1]?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'assistant',
      'user',
    ])
  })

  it('leaves a call to the remote agent that answers it, although the page has such a tool', async () => {
    const { model } = modelOf([
      [...callTool('f1', 'set_filter', ['{"value":"a"}'], 'set'), ...say('a', 'Set.')],
    ])
    const handler = vi.fn()
    const agent = createAgent({ model, tools: [setFilter(handler)] })
    expect((await agent.chat('Go')).content).toBe('Set.')
    expect(handler).not.toHaveBeenCalled()
    expect(agent.history.messages[1]).toMatchObject({ taint: 'untrusted' })
  })

  it('22 keeps the state of each thread, by snapshots and deltas', async () => {
    const states: unknown[] = []
    const delta: AguiEvent = {
      type: 'STATE_DELTA',
      delta: [
        { op: 'add', path: '/list/-', value: 3 },
        { op: 'replace', path: '/a~1b', value: 2 },
      ],
    }
    const wrong: AguiEvent = { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/no' }] }
    const { model, inputs } = modelOf(
      [
        [{ type: 'STATE_SNAPSHOT', snapshot: { list: [1], 'a/b': 1 } }, delta, wrong],
        say('a', 'Yes.'),
        say('b', 'Other.'),
      ],
      { onState: (state) => void states.push(state) },
    )
    const agent = createAgent({ model })
    expect((await agent.chat('Go')).content).toBe('Done.')
    const last = { list: [1, 3], 'a/b': 2 }
    expect(states).toEqual([{ list: [1], 'a/b': 1 }, last])
    expect(model.ignored).toEqual(new Map([['STATE_DELTA', 1]]))
    await agent.chat('And?')
    await agent.execute('Elsewhere')
    expect(inputs.map(({ state }) => state as unknown)).toEqual([{}, last, {}])
  })

  it('keeps the last state that a request can have, whatever grows or comes nested deeper', async () => {
    const snapshot = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)
    const deep = `data: {"type":"STATE_SNAPSHOT","snapshot":${snapshot}}\n\n`
    const grow = Array.from({ length: 200 }, (_, at) => ({
      op: 'add',
      path: `/b${'/a'.repeat(at)}`,
      value: {},
    }))
    const { model, inputs } = modelOf([
      (input) => {
        const kept = { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } }
        const [begin, ...rest] = wholeRun(input, [{ type: 'STATE_DELTA', delta: grow }])
        return streamOf(encode([begin as AguiEvent, kept]) + deep + encode(rest))
      },
      say('a', 'Yes.'),
    ])
    const agent = createAgent({ model })
    await agent.chat('Go')
    expect(Object.fromEntries(model.ignored)).toEqual({ STATE_SNAPSHOT: 1, STATE_DELTA: 1 })
    expect((await agent.chat('And?')).content).toBe('Yes.')
    expect(inputs[1]?.state as unknown).toEqual({ a: 1 })
  })

  it('asks no second time after a run whose end cannot be read', async () => {
    const end = interrupt({ id: 'i', reason: 'x' }, null as never)
    const { model, inputs } = modelOf([[end]])
    const tools = [askUserTool()]
    const run = createAgent({ model, tools, request: { retry: { delay: 0 } } }).chat('Go')
    await expect(run).rejects.toMatchObject({ kind: 'invalid_response', isRetryable: false })
    expect(inputs).toHaveLength(1)
  })

  it('shares the state of the application in both directions', async () => {
    let shared: unknown = { n: 1 }
    const { model, inputs } = modelOf(
      [
        [{ type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/n', value: 2 }] }],
        say('a', 'Yes.'),
      ],
      { state: () => shared, onState: (state) => (shared = state) },
    )
    const agent = createAgent({ model })
    await agent.chat('Go')
    shared = { n: 5 }
    await agent.chat('And?')
    expect(inputs.map(({ state }) => state as unknown)).toEqual([{ n: 1 }, { n: 5 }])
  })

  const form = {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
  }
  it.each([
    ['resolved', true],
    ['cancelled', false],
  ] as const)(
    '22 asks the user about an interrupt, which is then %s',
    async (status, isAnswered) => {
      const { model, inputs } = modelOf([
        [
          ...say('a', 'Wait.'),
          interrupt({ id: 'i1', reason: 'approval', message: 'Really?', responseSchema: form }),
        ],
        say('b', 'Thanks.'),
      ])
      const agent = createAgent({ model, tools: [askUserTool()] })
      agent.pending.attach('question')
      const run = agent.chat('Wipe it')
      const ask = await new Promise<{ id: string; message?: string | undefined }>((resolve) => {
        agent.pending.subscribe(({ items: [one] }) => one && resolve(one))
      })
      expect(ask).toMatchObject({ message: 'Really?', schema: form })
      if (isAnswered) await agent.pending.answer(ask.id, { ok: true })
      else agent.pending.decline(ask.id)
      expect((await run).content).toBe('Thanks.')
      const payload = isAnswered ? { payload: { ok: true } } : {}
      expect(inputs[1]?.resume).toEqual([{ interruptId: 'i1', status, ...payload }])
      expect(inputs[1]?.tools).toEqual([])
      expect(said(inputs[1]).map(({ role }) => role)).toEqual(['user', 'assistant'])
      expect(inputs[0]?.threadId).toBe(inputs[1]?.threadId)
    },
  )

  it('answers several interrupts, and calls of the page beside them', async () => {
    const { model, inputs } = modelOf([
      [
        ...callTool('f1', 'set_filter', ['{"value":"a"}']),
        interrupt(
          { id: 'i1', reason: 'Which one?' },
          { id: 'i2', reason: 'late', expiresAt: '2020-01-01T00:00:00Z' },
        ),
      ],
      say('b', 'Thanks.'),
    ])
    const agent = createAgent({ model, tools: [askUserTool(), setFilter(() => 1)] })
    agent.pending.attach('question')
    agent.pending.subscribe(({ items: [one] }) => {
      if (one) void agent.pending.answer(one.id, 'the first')
    })
    await agent.chat('Go')
    expect(inputs[1]?.resume).toEqual([
      { interruptId: 'i1', status: 'resolved', payload: 'the first' },
      { interruptId: 'i2', status: 'cancelled' },
    ])
    expect(inputs[1]?.messages.at(-1)).toMatchObject({ role: 'tool', toolCallId: 'f1' })
  })

  it('says which tool is missing for an interrupt', async () => {
    const { model } = modelOf([[interrupt({ id: 'i', reason: 'x' })]])
    await expect(createAgent({ model }).chat('Go')).rejects.toThrow('askUserTool()')
  })

  it('22 is a ModelError that is not retried if the remote agent reports an error', async () => {
    const { model, inputs } = modelOf([
      [...say('a', 'One'), { type: 'RUN_ERROR', message: 'No quota' }],
    ])
    const run = createAgent({ model, request: { retry: { delay: 0 } } }).chat('Go')
    await expect(run).rejects.toMatchObject({
      name: 'ModelError',
      isRetryable: false,
      cause: { message: 'No quota' },
    })
    expect(inputs).toHaveLength(1)
  })

  it('22 retries a stream that was cut before it said anything', async () => {
    const { model, inputs } = modelOf([
      (input) => streamOf(wholeRun(input, []).slice(0, 1)),
      say('a', 'Yes.'),
    ])
    const agent = createAgent({ model, request: { retry: { delay: 0 } } })
    expect((await agent.chat('Go')).content).toBe('Yes.')
    expect(inputs).toHaveLength(2)
  })

  it('22 keeps what came of a stream that was cut, and says so', async () => {
    const { model } = modelOf([(input) => streamOf(wholeRun(input, say('a', 'One')).slice(0, 3))])
    const agent = createAgent({ model })
    await expect(agent.chat('Go')).rejects.toMatchObject({ kind: 'stream_cut', isRetryable: true })
    expect(agent.history.messages.at(-1)).toMatchObject({ content: 'One' })
  })

  it('22 reads CRLF, comments, data of several lines, and bytes cut at any place', async () => {
    const [event] = say('a', 'Ä😀')
    const text = `: hi\r\n\r\nid: 1\r\n${encode(
      wholeRun({ threadId: 't', runId: 'r' }, say('a', 'Ä😀')),
    )
      .replaceAll('{"type"', '{\ndata: "type"')
      .replaceAll('\n', '\r\n')}`
    expect(event).toBeDefined()
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at++) {
      const body = new ReadableStream<Uint8Array>({
        start(to) {
          to.enqueue(bytes.slice(0, at))
          to.enqueue(bytes.slice(at))
          to.close()
        },
      })
      const parts = await partsOf(streamOf(body))
      expect(textIn(parts)).toBe('Ä😀')
      expect(parts.at(-1)).toMatchObject({ type: 'finish' })
    }
  })

  const paid = (more: AguiEvent[]) => {
    const handed: unknown[] = []
    const pay = new Tool({
      name: 'pay',
      description: 'Pays.',
      parameters: z.looseObject({ a: z.number().optional() }),
      handler: (args) => void handed.push(args),
    })
    const { model } = modelOf([more, say('b', 'Done.')])
    const agent = createAgent({ model, tools: [pay] })
    return { handed, agent, run: agent.chat('Go') }
  }
  const told = callTool('c', 'pay', ['{"a":1}'])

  it.each<[string, AguiEvent[]]>([
    ['twice', [...told, ...told]],
    ['with arguments after its end', [...told, ...told.slice(1)]],
    ['without its end', told.slice(0, 2)],
    [
      'with its arguments as an object',
      [told[0] as AguiEvent, { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: { a: 1 } }],
    ],
  ])('23 runs a call once that is told %s', async (_what, events) => {
    const { handed, agent, run } = paid(events)
    await run
    expect(handed).toEqual([{ a: 1 }])
    const asked = agent.history.messages.flatMap((one) =>
      one.role === 'assistant' ? (one.calls ?? []) : [],
    )
    expect(asked).toHaveLength(1)
  })

  it('23 runs no call whose arguments are cut', async () => {
    const { handed, run } = paid(callTool('c', 'pay', ['{"a":']).slice(0, 2))
    await expect(run).rejects.toThrow('in the middle of a call')
    expect(handed).toEqual([])
  })

  it('23 shows a call of the remote agent once', async () => {
    const search = callTool('c', 'search', ['{}'])
    const parts = await partsOf([
      ...search,
      ...search,
      ...callTool('d', 'x', [], 'r'),
      ...say('m', 'ok'),
    ])
    const ids = parts.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
    expect(ids).toEqual(['c', 'd'])
  })

  it('23 shows a text whose start is missing', async () => {
    const parts = await partsOf([
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'We owe you 40 euros.' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    ])
    expect(textIn(parts)).toBe('We owe you 40 euros.')
  })

  it('23 says that an older adapter cannot be answered, and what code a failure has', async () => {
    const older = modelOf([[{ type: 'CUSTOM', name: 'on_interrupt', value: '"Delete all?"' }]])
    await expect(createAgent({ model: older.model }).chat('Go')).rejects.toThrow('older than 1.0')
    const failing = modelOf([
      [{ type: 'RUN_ERROR', message: 'Not in your plan', code: 'NO_MODEL' }],
    ])
    await expect(createAgent({ model: failing.model }).chat('Go')).rejects.toMatchObject({
      cause: { message: 'NO_MODEL: Not in your plan' },
    })
  })

  it('23 ignores events of unknown types, and counts them', async () => {
    const { model } = modelOf([
      [
        { type: 'BLINK', times: 2 },
        { type: 'BLINK' },
        { type: 'MESSAGES_SNAPSHOT', messages: [null] },
        { type: 'TOOL_CALL_ARGS', toolCallId: 'nobody', delta: 'x' },
        ...say('a', 'Yes.'),
      ],
    ])
    expect((await createAgent({ model }).chat('Go')).content).toBe('Yes.')
    expect(Object.fromEntries(model.ignored)).toEqual({
      BLINK: 2,
      MESSAGES_SNAPSHOT: 1,
      TOOL_CALL_ARGS: 1,
    })
  })

  it('gives steps, activities and custom events to the application, and counts none', async () => {
    const seen: string[] = []
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const onEvent = ({ type }: AguiEvent): void => {
      seen.push(type)
      throw new Error('no')
    }
    const { model } = modelOf(
      [
        [
          { type: 'STEP_STARTED', stepName: 'plan' },
          { type: 'CUSTOM', name: 'x', value: 1 },
          { type: 'ACTIVITY_SNAPSHOT', messageId: 'm', activityType: 'PLAN', content: {} },
          { type: 'STEP_FINISHED', stepName: 'plan' },
          ...say('a', 'Yes.'),
        ],
      ],
      { onEvent },
    )
    expect((await createAgent({ model }).chat('Go')).content).toBe('Yes.')
    expect(seen.slice(0, 5)).toEqual([
      'RUN_STARTED',
      'STEP_STARTED',
      'CUSTOM',
      'ACTIVITY_SNAPSHOT',
      'STEP_FINISHED',
    ])
    expect(model.ignored.size).toBe(0)
    expect(error).toHaveBeenCalled()
    error.mockRestore()
  })

  it('24 has one thread for each session, and a new run for each request', async () => {
    const replies = Array.from({ length: 4 }, (_, at) => say(`m${at}`, 'Yes.'))
    const { model, inputs, requests } = modelOf(replies)
    const agent = createAgent({ model })
    await agent.chat('One')
    await agent.chat('Two')
    await agent.sessions.create()
    await agent.chat('Three')
    await agent.execute('Apart')
    const [one, two, three, apart] = inputs.map(({ threadId }) => threadId)
    expect(one).toBe(two)
    expect(new Set([one, three, apart]).size).toBe(3)
    expect(three).toBe(agent.sessions.current)
    expect(new Set(inputs.map(({ runId }) => runId)).size).toBe(4)
    expect(
      [...(requests[0]?.headers.keys() ?? [])].filter((name) => name.startsWith('ambit')),
    ).toEqual([])
  })

  it('keeps the ids of the remote agent for its messages, and equal ids for ours', async () => {
    const { model, inputs } = modelOf([
      say('lg-1', 'Yes.'),
      say('lg-2', 'Yes.'),
      say('lg-3', 'No.'),
    ])
    const agent = createAgent({ model })
    for (const words of ['Go', 'Go', 'Stop']) await agent.chat(words)
    const ids = inputs.map(({ messages }) => messages.map(({ id }) => id))
    expect(ids[2]?.slice(0, 3)).toEqual(ids[1])
    expect(ids[2]?.filter((id) => id.startsWith('lg'))).toEqual(['lg-1', 'lg-2'])
    expect(new Set(ids[2]).size).toBe(5)
  })

  it('sends what a user attached as parts', async () => {
    const { model, inputs } = modelOf([say('a', 'Seen.')])
    const image = { type: 'image', data: 'aGk=', mediaType: 'image/png' } as const
    await createAgent({ model }).chat([{ type: 'text', text: 'See' }, image])
    expect(inputs[0]?.messages[0]).toMatchObject({
      content: [
        { type: 'text', text: 'See' },
        { type: 'image', source: { type: 'data', value: 'aGk=', mimeType: 'image/png' } },
      ],
    })
  })

  it('sends bytes as base64', async () => {
    const { model, inputs } = modelOf([say('a', 'Seen.')])
    const data = { type: 'data', data: Uint8Array.of(1, 2, 3) } as const
    const file = { type: 'file', mediaType: 'image/png', data } as const
    const { stream } = await model.doStream({ prompt: [{ role: 'user', content: [file] }] })
    for await (const _ of stream);
    expect(inputs[0]?.messages[0]).toMatchObject({
      content: [{ source: { type: 'data', value: 'AQID', mimeType: 'image/png' } }],
    })
  })

  it('aborts the request when the run is cancelled, and keeps what came', async () => {
    const aborted = Promise.withResolvers<void>()
    const model = createAguiModel({
      url: 'https://x.example/agent',
      fetch: async (_url, init) => {
        const text = encode(wholeRun({ threadId: 't', runId: 'r' }, say('a', 'One')).slice(0, 3))
        return streamOf(
          new ReadableStream({
            start(to) {
              to.enqueue(new TextEncoder().encode(text))
              init?.signal?.addEventListener('abort', () => {
                to.error(init.signal?.reason)
                aborted.resolve()
              })
            },
          }),
        )
      },
    })
    const agent = createAgent({ model })
    const run = agent.chat('Go')
    agent.on('agent:delta', () => run.cancel({ kind: 'user' }))
    await expect(run).rejects.toMatchObject({ name: 'CancellationError' })
    await aborted.promise
    expect(agent.history.messages.at(-1)).toMatchObject({ content: 'One' })
  })

  it.each([
    [
      'a refusal',
      new Response('no', { status: 401 }),
      { kind: 'http_error', status: 401, isRetryable: false },
    ],
    [
      'a full server',
      new Response('', { status: 503, headers: { 'retry-after': '2' } }),
      { status: 503, isRetryable: true, retryAfterMs: 2_000 },
    ],
    [
      'a login page',
      new Response('<form>', { headers: { 'content-type': 'text/html' } }),
      { kind: 'invalid_response', isRetryable: false },
    ],
  ])('rejects with a ModelError for %s', async (_, response, expected) => {
    await expect(partsOf(response)).rejects.toMatchObject({ name: 'ModelError', ...expected })
  })

  it('ends with an error for data that is not an event', async () => {
    const parts = await partsOf(streamOf('data: {"type":\n\ndata: {}\n\n'))
    expect(parts.slice(1)).toMatchObject([{ type: 'error', error: { kind: 'invalid_response' } }])
  })

  it('adds up the usage of a run', async () => {
    const usage = [
      { model: 'a', inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 },
      { model: 'b', inputTokens: 5, outputTokens: 3, reasoningTokens: 1 },
    ]
    const { model } = modelOf([
      [...say('a', 'Yes.'), { type: 'RUN_FINISHED', threadId: 't', runId: 'r', usage }],
    ])
    expect((await createAgent({ model }).chat('Go')).usage).toMatchObject({
      promptTokens: 15,
      completionTokens: 5,
      cachedTokens: 4,
      reasoningTokens: 1,
    })
  })

  it('gives a whole answer to the AI SDK', async () => {
    const { model, requests } = modelOf([say('a', 'Yes.')], { headers: () => ({ 'x-token': '1' }) })
    expect((await generateText({ model, prompt: 'Hi' })).text).toBe('Yes.')
    expect(requests[0]?.headers.get('x-token')).toBe('1')
  })

  it('shows the words of a subagent as reasoning, and not as the answer', async () => {
    const { model } = modelOf([
      [
        { type: 'SUBAGENT_STARTED', subagentRunId: 's', name: 'search' },
        { type: 'TEXT_MESSAGE_START', messageId: 's1', role: 'assistant', subagentRunId: 's' },
        { type: 'TEXT_MESSAGE_CONTENT', messageId: 's1', delta: 'Looking.', subagentRunId: 's' },
        { type: 'TEXT_MESSAGE_END', messageId: 's1', subagentRunId: 's' },
        { type: 'SUBAGENT_FINISHED', subagentRunId: 's' },
        ...say('a', 'Yes.'),
      ],
    ])
    const agent = createAgent({ model })
    await agent.chat('Go')
    expect(agent.history.messages[1]).toMatchObject({ content: 'Yes.', reasoning: 'Looking.' })
  })
})
