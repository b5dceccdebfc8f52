import { parseToolContent, type ToolMessage } from '@ambit/core'
import '@ambit/core/eager'
import { memoryAudit } from '@ambit/core/audit'
import { call, calls } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  agentWith,
  asked,
  connectFake,
  question,
  readyWith,
  until,
} from '../../test/connect-fake.ts'
import { event, fakeMcp, type Handler, remoteTool, RpcError } from '../../test/fake-mcp.ts'
import type { McpOptions } from './mcp-options.ts'
import type { McpObject } from './mcp-wire.ts'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Calls the tool of a server once, from a chat. Returns the answer that the model got. */
async function callOnce(
  handler: Handler,
  {
    tool = {},
    args = {},
    ...options
  }: Partial<McpOptions> & { tool?: McpObject; args?: object } = {},
) {
  const server = fakeMcp({ tools: [remoteTool('a', tool)], handlers: { 'tools/call': handler } })
  const replies = [calls(call('tickets_a', args as Record<string, unknown>)), 'done']
  const under = await readyWith(server, { replies, ...options })
  await under.agent.chat('go')
  const answer = under.agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
  return { ...under, server, answer, content: parseToolContent(answer) }
}

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })

describe('a call of a server’s tool', () => {
  it('follows a task that the server makes of it, with its questions, up to the result', async () => {
    const task = { taskId: 'täsk 1', pollIntervalMs: 100 }
    const params = { message: 'Which one?', requestedSchema: { type: 'object', properties: {} } }
    const states: McpObject[] = [
      { ...task, status: 'working', statusMessage: 'Looks' },
      {
        ...task,
        status: 'input_required',
        inputRequests: { q: { method: 'elicitation/create', params } },
      },
      { ...task, status: 'completed', result: text('7 open') },
    ]
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: {
        'tools/call': () => ({ ...task, resultType: 'task', status: 'working' }),
        'tasks/get': () => states.shift(),
        'tasks/update': () => ({}),
      },
    })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    const told: unknown[] = []
    agent.on('agent:tool_progress', ({ message }) => void told.push(message))
    agent.pending.attach('question')
    const run = agent.chat('go')
    const ask = await question(agent)
    expect(ask.message).toBe('Tickets asks: Which one?')
    await agent.pending.answer(ask.id, {})
    await run
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(parseToolContent(answer)).toBe('7 open')
    expect(told).toEqual(['Looks'])
    const [update, ...others] = server.requests.filter(({ method }) => method === 'tasks/update')
    expect(others).toEqual([])
    expect(update?.params).toMatchObject({
      taskId: 'täsk 1',
      inputResponses: { q: { action: 'accept', content: {} } },
    })
    expect(update?.headers.get('mcp-name')).toMatch(/^=\?base64\?/)
    const meta = server.requests.find(({ method }) => method === 'tools/call')?.params['_meta']
    expect(JSON.stringify(meta)).toContain('"io.modelcontextprotocol/tasks":{}')
  })

  it.each([
    ['failed', { error: { code: -1, message: 'No such ticket' } }, 'No such ticket'],
    ['cancelled', {}, 'Tickets cancelled the task'],
  ])('tells the model of a task that ended as %s', async (status, more, words) => {
    const { answer } = await callOnce(() => ({ resultType: 'task', taskId: 't', status, ...more }))
    expect(answer.status).toBe('error')
    expect(answer.content).toContain(words)
  })

  it('cancels the task of a call that is cancelled', async () => {
    const working = { taskId: 't', status: 'working' }
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: {
        'tools/call': () => ({ ...working, resultType: 'task' }),
        'tasks/get': () => working,
        'tasks/cancel': () => ({}),
      },
    })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a'))] })
    const run = agent.chat('go')
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    run.cancel()
    await expect(run).rejects.toThrow()
    await vi.waitFor(() => expect(server.methods()).toContain('tasks/cancel'))
  })

  it('takes an answer whose task is null for an answer', async () => {
    const { answer, content } = await callOnce(() => ({ ...text('7 open'), task: null }))
    expect(answer.status).toBe('ok')
    expect(content).toBe('7 open')
  })

  it.each([
    ['has no status that it knows', () => ({ taskId: 't', status: 'sleeping' })],
    [
      'cannot be asked about',
      () => {
        throw new RpcError(-32_603, 'Out of order')
      },
    ],
  ])('ends a task that %s, at the server too', async (_, get) => {
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: {
        'tools/call': () => ({
          resultType: 'task',
          taskId: 't',
          status: 'working',
          pollIntervalMs: 100,
        }),
        'tasks/get': get,
        'tasks/cancel': () => ({}),
      },
    })
    const replies = [calls(call('tickets_a')), 'done']
    const { agent } = await readyWith(server, { replies })
    await agent.chat('go')
    expect(agent.history.messages.find(({ role }) => role === 'tool')).toMatchObject({
      status: 'error',
    })
    await vi.waitFor(() => expect(server.methods()).toContain('tasks/cancel'))
  })

  it('gives the model the text, which is third-party text', async () => {
    const { answer, content, server } = await callOnce(() => text('7 open'), { args: { id: '5' } })
    expect(answer).toMatchObject({ status: 'ok', taint: 'untrusted' })
    expect(content).toBe('7 open')
    expect(server.requests.at(-1)?.params).toMatchObject({ name: 'a', arguments: { id: '5' } })
  })

  it('shows the model a picture and words beside structured content, and the page the facts', async () => {
    const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' }
    const { answer, content } = await callOnce(() => ({
      content: [image, { type: 'text', text: '1. Laws' }, { type: 'text', text: '{ "hits": 1 }' }],
      structuredContent: { hits: 1 },
    }))
    expect(content).toEqual({ hits: 1 })
    expect(answer.output).toEqual([
      { type: 'text', text: '{"hits":1}' },
      { type: 'image', data: 'aGk=', mediaType: 'image/png' },
      { type: 'text', text: '1. Laws' },
    ])
  })

  it.each([
    ['a short text that is part of a word', { status: 'reopened' }, 'open', true],
    [
      'a text that says all of it',
      { status: 'open', n: 1 },
      '{ "status": "open",\n "n": 1 }',
      false,
    ],
    ['a text that says a member', { result: 'It is "open".' }, 'It is "open".', false],
    ['a text that says an entry of a list', { result: [{ id: 1 }] }, '{"id": 1}', false],
    ['a text of two lines that says a member', { result: 'a\nb' }, 'a\nb', false],
    ['a text of two lines that says an entry of a list', { result: ['a\nb'] }, 'a\nb', false],
  ])(
    'gives the model %s beside structured content: %j',
    async (_what, structured, words, isTold) => {
      const { answer } = await callOnce(() => ({ ...text(words), structuredContent: structured }))
      const json = JSON.stringify(structured)
      expect(answer.output).toBe(isTold ? `${json}\n${words}` : json)
    },
  )

  it('compares many texts with large structured content in time', async () => {
    const structuredContent = {
      rows: Array.from({ length: 20_000 }, (_, id) => ({ id, name: 'x' })),
    }
    const content = Array.from({ length: 5_000 }, (_, at) => ({ type: 'text', text: `word ${at}` }))
    const { answer } = await callOnce(() => ({ content, structuredContent }))
    expect(answer.status).toBe('ok')
  })

  it('says what the structured content of an error says', async () => {
    const { answer } = await callOnce(() => ({
      isError: true,
      content: [],
      structuredContent: { reason: 'no such id' },
    }))
    expect(answer.status).toBe('error')
    expect(answer.content).toContain('no such id')
  })

  it('takes null for a field that is not there', async () => {
    const result = { ...text('fine'), structuredContent: null, isError: null }
    const { answer, content } = await callOnce(() => result)
    expect(answer.status).toBe('ok')
    expect(content).toBe('fine')
  })

  it('4 sends the arguments that the schema wants as headers', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        near: { type: 'object', properties: { n: { type: 'integer', 'x-mcp-header': 'N' } } },
        all: { type: 'boolean', 'x-mcp-header': 'all' },
      },
    }
    const args = { region: 'Köln', near: { n: 3 } }
    const { server } = await callOnce(() => text('ok'), { tool: { inputSchema }, args })
    const sent = Object.fromEntries(server.requests.at(-1)?.headers ?? [])
    expect(sent).toMatchObject({ 'mcp-param-region': '=?base64?S8O2bG4=?=', 'mcp-param-n': '3' })
    expect(sent).not.toHaveProperty('mcp-param-all')
  })

  it('8 is cancelled with its run, and closes its request', async () => {
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: {
        'tools/call': (_, { seen: { signal } }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason as Error))
          }),
      },
    })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    const run = agent.chat('go')
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    run.cancel()
    await run.catch(() => undefined)
    expect(server.requests.find(({ method }) => method === 'tools/call')?.signal?.aborted).toBe(
      true,
    )
    const answer = agent.history.messages.find(({ role }) => role === 'tool')
    expect(answer).toMatchObject({ status: 'interrupted' })
  })

  it('8 ends when the connection is closed', async () => {
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: { 'tools/call': () => new Promise(() => undefined) },
    })
    const replies = [calls(call('tickets_a')), 'done']
    const { agent, connection } = await readyWith(server, { replies })
    const run = agent.chat('go')
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    connection.close()
    await run
    const answer = agent.history.messages.find(({ role }) => role === 'tool')
    expect(answer).toMatchObject({ status: 'interrupted' })
  })

  it('7 is cancelled with `scope_ended` when the connection is closed, as `fetch` aborts', async () => {
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: {
        'tools/call': (_, { seen: { signal } }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason as Error))
          }),
      },
    })
    const replies = [calls(call('tickets_a')), 'done']
    const { agent, connection } = await readyWith(server, { replies })
    const reasons: unknown[] = []
    agent.on('agent:tool_cancelled', ({ reason }) => void reasons.push(reason.kind))
    const run = agent.chat('go')
    await vi.waitFor(() => expect(server.methods()).toContain('tools/call'))
    connection.close()
    await run
    const answer = agent.history.messages.find(({ role }) => role === 'tool')
    expect(answer).toMatchObject({ status: 'interrupted' })
    expect(reasons).toEqual(['scope_ended'])
    expect(JSON.stringify(answer)).not.toContain('without reason')
  })

  it('7 says of a read that the connection was closed', async () => {
    const server = fakeMcp({
      handlers: {
        'resources/read': (_, { seen: { signal } }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason as Error))
          }),
      },
    })
    const { connection } = await readyWith(server)
    const reading = connection.readResource('x://1')
    await vi.waitFor(() => expect(server.methods()).toContain('resources/read'))
    connection.close()
    await expect(reading).rejects.toThrow('Tickets is not connected.')
  })

  it('9 reports how far it is, with sane numbers and short words', async () => {
    const reports: unknown[] = []
    const progress = (given: McpObject) => ({ method: 'notifications/progress', params: given })
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: {
        'tools/call': (_, at) =>
          at.stream(
            [
              progress({ progress: 1, total: 2, message: 'half' }),
              progress({ progress: 9, total: 2, message: 'x'.repeat(1_000) }),
              progress({ progress: 'much' }),
            ],
            text('ok'),
          ),
      },
    })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    agent.on('agent:tool_progress', ({ percent, message }) => void reports.push([percent, message]))
    await agent.chat('go')
    expect(reports).toEqual([
      [50, 'half'],
      [100, 'x'.repeat(200)],
      [undefined, undefined],
    ])
    const { _meta } = server.requests.at(-1)?.params ?? {}
    expect(_meta).toMatchObject({ progressToken: server.requests.at(-1)?.id })
  })

  it('10 fails with the text of a result that says it is an error', async () => {
    const { answer } = await callOnce(() => ({ isError: true, ...text('No such ticket.') }))
    expect(answer).toMatchObject({ status: 'error', taint: 'untrusted' })
    expect(answer.content).toContain('No such ticket.')
  })

  it.each([
    ['nothing', {}, 'no result of MCP'],
    ['content that is a text', { content: 'hello' }, 'no result of MCP'],
    ['a task without an id', { resultType: 'task', task: {} }, 'a task without an id'],
  ])('13 fails for a result with %s', async (_, result, words) => {
    const { answer } = await callOnce(() => result)
    expect(answer.status).toBe('error')
    expect(answer.content).toContain(words)
  })

  it('13 takes every word about an error but `false` as one', async () => {
    const { answer } = await callOnce(() => ({ isError: 'yes', ...text('No.') }))
    expect(answer.status).toBe('error')
    expect((await callOnce(() => ({ isError: false, ...text('Yes.') }))).answer.status).toBe('ok')
  })

  it('11 prefers structured content, which fits the schema', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
    const structuredContent = { n: 7 }
    const { content } = await callOnce(() => ({ ...text('seven'), structuredContent }), {
      tool: { outputSchema },
    })
    expect(content).toEqual({ n: 7 })
    expect(console.warn).not.toHaveBeenCalled()
  })

  it.each([
    [
      'another type',
      { structuredContent: { n: 'many' } },
      { type: 'object', properties: { n: { type: 'number' } } },
    ],
    ['no such content', {}, { type: 'object' }],
    ['a schema without an end', { structuredContent: { n: 1 } }, { $ref: '#' }],
  ])(
    '11 warns of %s, and the model gets the result all the same',
    async (_, more, outputSchema) => {
      const { answer } = await callOnce(() => ({ ...text('seven'), ...more }), {
        tool: { outputSchema, name: 'a' },
        label: `Tickets ${JSON.stringify(outputSchema)}`,
      })
      expect(answer.status).toBe('ok')
      expect(console.warn).toHaveBeenCalledExactlyOnceWith(
        expect.stringContaining('does not fit the schema'),
      )
    },
  )

  it('16 warns of each other way in which results do not fit', async () => {
    const outputSchema = {
      type: 'object',
      properties: { n: { type: 'number' }, s: { type: 'string' } },
      required: ['n'],
    }
    const results = [{ n: 'x' }, { n: 'y' }, { n: 1, s: 2 }, {}, undefined]
    const handler = () => ({ ...text('t'), structuredContent: results.shift() })
    const server = fakeMcp({
      tools: [remoteTool('a', { outputSchema })],
      handlers: { 'tools/call': handler },
    })
    const { connection } = await readyWith(server, { label: 'Ways' })
    for (let nth = 0; nth < 5; nth++) await connection.callTool('a')
    expect(vi.mocked(console.warn).mock.calls.map(([words]) => String(words))).toEqual(
      [' at "n"', ' at "s"', ': it has no structured content'].map(
        (where) =>
          `[ambit] The result of "a" does not fit the schema that Ways declares for it${where}. The model gets it all the same.`,
      ),
    )
  })

  it('12 gives images and sounds as parts, and everything else as text', async () => {
    const { answer } = await callOnce(() => ({
      content: [
        { type: 'text', text: 'Look:' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
        { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'x://1', name: 'One' },
        { type: 'resource', resource: { uri: 'x://2', text: 'two' } },
        { type: 'resource', resource: { uri: 'x://3', blob: 'aGk=', mimeType: 'image/webp' } },
        { type: 'resource', resource: { uri: 'x://4', blob: 'aGk=', mimeType: 'application/zip' } },
        { type: 'hologram', data: 'aGk=' },
      ],
    }))
    expect(answer.output).toEqual([
      { type: 'text', text: 'Look:' },
      { type: 'image', data: 'aGk=', mediaType: 'image/png' },
      { type: 'audio', data: 'aGk=', mediaType: 'audio/wav' },
      { type: 'text', text: '[One: x://1]' },
      { type: 'text', text: '[x://2]\ntwo' },
      { type: 'image', data: 'aGk=', mediaType: 'image/webp' },
      { type: 'text', text: '[x://4]\n(application/zip)' },
      { type: 'text', text: '[hologram]' },
    ])
  })

  it.each([
    [
      'an address in place of an image',
      { data: 'https://evil.example/?q=1', mimeType: 'image/png' },
    ],
    ['a data URL', { data: 'data:image/png;base64,aGk=', mimeType: 'image/png' }],
    ['an image that no model takes', { data: 'aGk=', mimeType: 'image/svg+xml' }],
    ['an image of 5 MB', { data: 'a'.repeat(5_000_000), mimeType: 'image/png' }],
  ])('12 shows no media for %s', async (_, part) => {
    const { answer } = await callOnce(() => ({ content: [{ type: 'image', ...part }] }))
    expect(JSON.stringify(answer)).not.toContain('"type":"image"')
    expect(answer.content).toContain('[image, image/')
    expect(JSON.stringify(answer)).not.toContain('evil')
  })

  it('12 takes no parts from structured content that looks like them', async () => {
    const structuredContent = [
      { type: 'image', data: 'https://evil.example', mediaType: 'image/png' },
    ]
    const { answer } = await callOnce(() => ({ content: [], structuredContent }))
    expect(typeof answer.output === 'object').toBe(false)
  })

  it('13 cuts a long result, and says so', async () => {
    const { content } = await callOnce(() => text('x'.repeat(50_000)))
    expect(content).toBe(`${'x'.repeat(20_000)}… [cut: 20000 of 50000 characters]`)
    const structured = await callOnce(() => ({ structuredContent: { x: 'y'.repeat(500) } }), {
      maxResultChars: 100,
    })
    expect(structured.content).toContain('… [cut: 100 of 508 characters]')
  })

  it('14 asks the user, with the name of the server, and sends the answer', async () => {
    const server = fakeMcp({
      era: 'legacy',
      tools: [remoteTool('a')],
      handlers: { 'tools/call': (_, at) => askOnStream(at.seen.id) },
    })
    let finish = (_answer: McpObject): void => undefined
    const askOnStream = (id: unknown): Response => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (message: McpObject) =>
            controller.enqueue(new TextEncoder().encode(event(message)))
          send({ id: 'q1', method: 'elicitation/create', params: form })
          finish = (answer) => {
            send({ id, result: text(JSON.stringify(answer)) })
            controller.close()
          }
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    server.intercept = ({ body }) => {
      if (body['id'] === 'q1') finish(body['result'] as McpObject)
      return undefined
    }
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    agent.pending.attach('question')
    const run = agent.chat('go')
    const ask = await question(agent)
    expect(ask).toMatchObject({ message: 'Tickets asks: Where to?', schema: form.requestedSchema })
    expect(await agent.pending.answer(ask.id, { street: 7 })).toHaveLength(1)
    await agent.pending.answer(ask.id, { street: 'Main' })
    await run
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(answer.content).toContain('accept')
    expect(answer.content).toContain('Main')
  })

  const form = {
    message: 'Where to?',
    requestedSchema: {
      type: 'object',
      properties: { street: { type: 'string' } },
      required: ['street'],
    },
  }

  /** Returns a server that asks, and then tells what it was answered. */
  const asking =
    (params: McpObject, method = 'elicitation/create'): Handler =>
    ({ inputResponses }) =>
      inputResponses
        ? text(JSON.stringify(inputResponses))
        : { resultType: 'input_required', inputRequests: { q: { method, params } } }

  it('5 asks again for an answer outside of the limits of the server', async () => {
    const requestedSchema = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } }
    const params = { message: 'How many?', requestedSchema }
    const server = fakeMcp({ tools: [remoteTool('a')], handlers: { 'tools/call': asking(params) } })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    agent.pending.attach('question')
    const run = agent.chat('go')
    const { id } = await question(agent)
    expect(await agent.pending.answer(id, { n: -5 })).toEqual([
      { message: 'expected at least 1', path: ['n'] },
    ])
    await agent.pending.answer(id, { n: 5 })
    await run
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(parseToolContent(answer)).toBe('{"q":{"action":"accept","content":{"n":5}}}')
  })

  it('14 tells a user’s no as `decline`', async () => {
    const server = fakeMcp({ tools: [remoteTool('a')], handlers: { 'tools/call': asking(form) } })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    agent.pending.attach('question')
    const run = agent.chat('go')
    agent.pending.decline((await question(agent)).id)
    await run
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(parseToolContent(answer)).toBe('{"q":{"action":"decline"}}')
  })

  it.each([
    ['with nobody there', form],
    [
      'a form with groups',
      { ...form, requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } },
    ],
    [
      'a form without fields’ types',
      { ...form, requestedSchema: { type: 'object', properties: { a: {} } } },
    ],
    [
      'a form of 60 fields',
      {
        ...form,
        requestedSchema: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 60 }, (_, at) => [at, { type: 'string' }]),
          ),
        },
      },
    ],
    ['no form', { message: 'Who?' }],
  ])('14 answers `cancel` for a question %s', async (how, params) => {
    const server = fakeMcp({ tools: [remoteTool('a')], handlers: { 'tools/call': asking(params) } })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    if (how !== 'with nobody there') agent.pending.attach('question')
    await agent.chat('go')
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(parseToolContent(answer)).toBe('{"q":{"action":"cancel"}}')
  })

  it('15 shows an address for the user to open, and sends no content', async () => {
    const url = 'https://pay.example/a?b=1'
    const params = { mode: 'url', message: 'Pay first.', url, elicitationId: '1' }
    const server = fakeMcp({ tools: [remoteTool('a')], handlers: { 'tools/call': asking(params) } })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    agent.pending.attach('question')
    const run = agent.chat('go')
    const ask = await question(agent)
    expect(ask.schema?.properties?.['link']).toEqual({
      type: 'string',
      format: 'uri',
      const: url,
      title: 'pay.example',
    })
    await agent.pending.answer(ask.id, { link: url })
    await run
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(parseToolContent(answer)).toBe('{"q":{"action":"accept"}}')
  })

  it.each([
    'http://pay.example',
    'javascript:alert(1)',
    'https://a:b@pay.example',
    'no',
    'file:///x',
  ])('15 does not show the address %s', async (url) => {
    const params = { mode: 'url', message: 'Open', url }
    const server = fakeMcp({ tools: [remoteTool('a')], handlers: { 'tools/call': asking(params) } })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    agent.pending.attach('question')
    await agent.chat('go')
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(parseToolContent(answer)).toBe('{"q":{"action":"cancel"}}')
  })

  it('15 opens an address that an error asks for, and tries the call again', async () => {
    let count = 0
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: {
        'tools/call': () => {
          if (count++) return text('paid')
          const elicitations = [{ mode: 'url', url: 'https://pay.example/', message: 'Pay.' }]
          throw new RpcError(-32_042, 'Pay first', { elicitations })
        },
      },
    })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    agent.pending.attach('question')
    const run = agent.chat('go')
    await agent.pending.answer((await question(agent)).id, { link: 'https://pay.example/' })
    await run
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(parseToolContent(answer)).toBe('paid')
  })

  it('16 stops asking after 8 questions', async () => {
    const inputRequests = { q: { method: 'elicitation/create', params: form } }
    const server = fakeMcp({
      tools: [remoteTool('a')],
      handlers: { 'tools/call': () => ({ resultType: 'input_required', inputRequests }) },
    })
    const { agent } = await readyWith(server, { replies: [calls(call('tickets_a')), 'done'] })
    agent.pending.attach('question')
    let asks = 0
    agent.pending.subscribe(({ items: [ask] }) => {
      if (!ask) return
      asks++
      void agent.pending.answer(ask.id, { street: 'Main' })
    })
    await agent.chat('go')
    expect(asks).toBe(8)
    const answer = agent.history.messages.find(({ role }) => role === 'tool') as ToolMessage
    expect(answer).toMatchObject({ status: 'error' })
    expect(answer.content).toContain('more than 8')
  })

  it.each(['sampling/createMessage', 'roots/list'])('19 refuses %s', async (method) => {
    const { answer } = await callOnce(asking({}, method))
    expect(answer.status).toBe('error')
    expect(answer.content).toContain(method)
  })

  it('34 runs for an app under the agent’s rules, and keeps the whole result', async () => {
    const audit = memoryAudit()
    const result = { ...text('gone'), structuredContent: { id: 5 }, _meta: { secret: 1 } }
    const server = fakeMcp({
      tools: [remoteTool('a', { annotations: { destructiveHint: true } })],
      handlers: { 'tools/call': () => result },
    })
    const { agent } = agentWith([], { use: [audit] })
    const connection = connectFake(agent, server)
    await until(connection, 'ready')
    const asking = connection.callTool('a', { id: '5' }, { source: 'mcp-app' })
    const request = await asked(agent)
    expect(request).toMatchObject({ source: 'mcp-app', taint: 'an app of Tickets', cause: 'taint' })
    agent.pending.approve(request.id)
    expect(await asking).toMatchObject(result)
    expect(audit.query()).toMatchObject([{ source: 'mcp-app', isTainted: true, status: 'ok' }])
    expect(agent.history.messages).toEqual([])
  })

  it('34 rejects for an app whose call the user denies, and gives a failed result as it is', async () => {
    const server = fakeMcp({
      tools: [remoteTool('a', { annotations: { destructiveHint: true } }), remoteTool('b')],
      handlers: { 'tools/call': () => ({ isError: true, ...text('No.') }) },
    })
    const { agent, connection } = await readyWith(server)
    const asking = connection.callTool('a', {}, { source: 'mcp-app' })
    agent.pending.deny((await asked(agent)).id)
    await expect(asking).rejects.toMatchObject({ name: 'ToolDeniedError' })
    expect(await connection.callTool('b')).toMatchObject({
      isError: true,
      content: [{ text: 'No.' }],
    })
  })

  it('keeps the results of the last 50 calls', async () => {
    const server = fakeMcp({ tools: [remoteTool('a')] })
    const { agent, connection } = await readyWith(server)
    const ids: string[] = []
    agent.on('agent:tool_started', ({ callId }) => void ids.push(callId))
    for (let at = 0; at < 51; at++) await connection.callTool('a')
    expect(connection.resultOf(ids[0] ?? '')).toBeUndefined()
    expect(connection.resultOf(ids[1] ?? '')).toMatchObject({ content: [{ text: 'a is done' }] })
  })
})
