import '@ambit/core/eager'
import { HttpAgent, verifyEvents } from '@ag-ui/client'
import { EventSchema } from '@ag-ui/core/schemas'
import { agentTool, createAgent, Scope, Tool } from '@ambit/core'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { from, lastValueFrom, toArray } from 'rxjs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type AguiEvent, type AguiFetchOptions, createAguiFetch } from './index.ts'

/** Makes a front end of the official client over an agent of the page. */
function frontEnd(replies: Reply[], options?: AguiFetchOptions) {
  const model = scriptedModel(replies)
  const add = new Tool({ name: 'add', description: 'Adds.', handler: () => 3 })
  const mail = new Tool({
    name: 'mail',
    description: 'Sends.',
    effect: 'egress',
    handler: () => 'sent',
  })
  const agent = createAgent({ model, tools: [add, mail] })
  agent.pending.attach('approval')
  const fetch = createAguiFetch(agent, options)
  const bodies: string[] = []
  const client = new HttpAgent({
    url: 'https://page.invalid',
    threadId: 't1',
    fetch: async (url: string, init: RequestInit) => {
      const response = await fetch(url, init)
      const [kept, given] = response.body?.tee() ?? []
      void new Response(kept).text().then((text) => bodies.push(text))
      return new Response(given, response)
    },
  })
  const events = (): AguiEvent[] =>
    bodies.flatMap((body) =>
      body
        .split('\n\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line.slice('data: '.length)) as AguiEvent),
    )
  return { agent, model, client, events, fetch }
}

const paint = {
  name: 'paint',
  description: 'Paints the page.',
  parameters: { type: 'object', properties: { colour: { type: 'string' } } },
}

const say = (content: string) => ({ id: crypto.randomUUID(), role: 'user' as const, content })

describe('createAguiFetch', () => {
  it('lets an official client run on the agent, with events that its verifier takes', async () => {
    const replies = [calls(call('add')), 'Three.', 'Again.']
    const { client, events, model, agent } = frontEnd(replies)
    client.addMessage(say('Add.'))
    await client.runAgent({ runId: 'r1' })
    expect(client.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(client.messages.at(-1)).toMatchObject({ content: 'Three.' })
    client.addMessage(say('Again.'))
    await client.runAgent({ runId: 'r2' })
    await vi.waitFor(() => expect(events().at(-1)).toMatchObject({ type: 'RUN_FINISHED' }))
    expect(events().filter(({ type }) => type === 'RUN_STARTED')).toMatchObject([
      { runId: 'r1', threadId: 't1' },
      { runId: 'r2', threadId: 't1' },
    ])
    for (const event of events()) EventSchema.parse(event)
    const whole = lastValueFrom(from(events() as never[]).pipe(verifyEvents(false), toArray()))
    expect(await whole).toHaveLength(events().length)
    // The next request has the whole conversation, and the session of the page none of it.
    expect(model.requests.at(-1)?.prompt.map(({ role }) => role)).toEqual(
      expect.arrayContaining(['user', 'assistant', 'tool', 'assistant', 'user']),
    )
    expect(agent.history.messages).toEqual([])
  })

  it('ends the run for a tool of the front end, and goes on with its result', async () => {
    const { client, events, model } = frontEnd([
      calls(call('paint', { colour: 'red' }, 'c1')),
      'Painted.',
    ])
    client.addMessage(say('Paint it.'))
    await client.runAgent({ tools: [paint] })
    await vi.waitFor(() => expect(events().at(-1)).toMatchObject({ type: 'RUN_FINISHED' }))
    expect(events().map(({ type }) => type)).not.toContain('TOOL_CALL_RESULT')
    expect(model.requests).toHaveLength(1)
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['add', 'mail', 'paint']),
    )
    const asked = client.messages.flatMap((one) =>
      'toolCalls' in one ? (one.toolCalls ?? []) : [],
    )
    expect(asked).toMatchObject([{ function: { name: 'paint', arguments: '{"colour":"red"}' } }])
    client.addMessage({
      id: 'm9',
      role: 'tool',
      toolCallId: asked[0]?.id ?? '',
      content: 'It is red.',
    })
    await client.runAgent({ tools: [paint] })
    expect(client.messages.at(-1)).toMatchObject({ content: 'Painted.' })
    expect(JSON.stringify(model.requests.at(-1)?.prompt)).toContain('It is red.')
  })

  it.each([
    [false, 1],
    [true, 0],
  ])('counts context as third-party text unless trusted is %s', async (trusted, asks) => {
    const { client, agent, model } = frontEnd([calls(call('mail')), 'Done.'], { trusted })
    const asked = vi.fn()
    agent.pending.subscribe(() => {
      for (const { id } of agent.pending.list('approval')) {
        asked(id)
        agent.pending.approve(id)
      }
    })
    client.addMessage(say('Mail it.'))
    await client.runAgent({ context: [{ description: 'page', value: 'A secret' }] })
    expect(asked.mock.calls).toHaveLength(asks)
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('A secret')
  })

  it('keeps what a subagent said out of the conversation of the agent', async () => {
    const inner = createAgent({ model: scriptedModel([calls(call('paint')), 'Inner words.']) })
    const ask = agentTool({ agent: inner, name: 'ask', description: 'Asks another agent.' })
    inner.scopes.register(
      new Scope({
        name: 'own',
        tools: [new Tool({ name: 'paint', description: 'Paints.', handler: () => 'inner paint' })],
      }),
    )
    const { client, model, agent, events } = frontEnd([
      calls(call('ask', { task: 'Ask' })),
      'Asked.',
      'Again.',
    ])
    agent.scopes.register(new Scope({ name: 'asking', tools: [ask] }))
    client.addMessage(say('Ask.'))
    await client.runAgent({ tools: [paint] })
    expect(client.messages.some(({ content }) => content === 'Inner words.')).toBe(true)
    // The front end has a tool of this name, and its call is not that one.
    expect(events().filter(({ type }) => type === 'TOOL_CALL_RESULT')).toHaveLength(2)
    client.addMessage(say('Again.'))
    await client.runAgent({ tools: [paint] })
    const { prompt } = model.requests.at(-1) ?? {}
    const words = JSON.stringify(
      prompt?.map(({ role, content }) => (role === 'tool' ? '' : content)),
    )
    expect(words).not.toContain('Inner words.')
    expect(words).not.toContain('inner paint')
    expect(prompt?.filter(({ role }) => role === 'tool')).toHaveLength(1)
  })

  it('cancels the run when the request is aborted', async () => {
    const { fetch, agent } = frontEnd([calls(call('mail'))])
    const stop = new AbortController()
    const body = JSON.stringify({
      threadId: 't',
      runId: 'r',
      messages: [say('Mail.')],
      context: [{ description: 'page', value: 'x' }],
    })
    const response = await fetch('', { method: 'POST', body, signal: stop.signal })
    const text = response.text()
    await vi.waitFor(() => expect(agent.pending.list('approval')).toHaveLength(1))
    stop.abort()
    expect(await text).toContain('"cancelled"')
    expect(agent.pending.list('approval')).toEqual([])
  })

  it.each([
    ['members that are null', { tools: null, context: null, state: null, forwardedProps: null }],
    ['tools that are not objects', { tools: [null, 1, 'paint', [], {}, { name: 1 }] }],
    ['messages that are not objects', { messages: [null, 1, 'hi', [], {}, say('Hi')] }],
    [
      'odd fields of messages',
      {
        messages: [
          {
            id: 1,
            role: 'user',
            content: [null, 1, { type: 'text' }, { type: 'image', source: null }],
          },
          { role: 'assistant', content: null, toolCalls: [null, { id: 'a', function: null }] },
          { role: 'tool', content: { a: 1 }, error: null },
          { role: 'tool', toolCallId: 'gone', content: null },
          { role: 'nobody', content: 'x' },
          say('Hi'),
        ],
      },
    ],
    ['no messages', { messages: [] }],
  ])('ends with a last event, whatever it gets: %s', async (_what, odd) => {
    const { fetch } = frontEnd(['Hello.'])
    const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [say('Hi')], ...odd })
    const response = await fetch('', { method: 'POST', body })
    expect(response.status).toBe(200)
    expect((await response.text()).trimEnd().split('\n').at(-1)).toMatch(
      /"type":"RUN_(?:FINISHED|ERROR)"/,
    )
  })

  it('leaves out a tool that no model could be given, names it, and gives the others', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => error.mockRestore())
    const { fetch, model, agent } = frontEnd(['Hello.'])
    const tools = [
      { ...paint, name: 'paint it!' },
      { ...paint, name: 'odd', parameters: { type: 'string' } },
      { ...paint, name: 'bare', description: '', parameters: null },
      paint,
      paint,
    ]
    const leftOut: string[] = []
    agent.on('agent:request_started', () => {
      leftOut.push(...agent.scopes.leftOut.map(({ what }) => what))
    })
    const body = JSON.stringify({ threadId: 't', runId: 'r', messages: [say('Hi')], tools })
    expect(await (await fetch('', { method: 'POST', body })).text()).toContain('Hello.')
    expect(model.requests[0]?.tools?.map(({ name }) => name)).toEqual([
      'add',
      'mail',
      'bare',
      'paint',
    ])
    expect(leftOut).toEqual(['paint it!', 'odd'].map((name) => `tool "${name}" of the front end`))
    expect(agent.scopes.leftOut).toEqual([])
  })

  it('goes on after a result without a warning about its own options', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => warn.mockRestore())
    const { fetch, agent } = frontEnd(['Painted.'])
    const messages = [
      say('Paint.'),
      {
        id: 'a',
        role: 'assistant',
        toolCalls: [{ id: 'c', function: { name: 'paint', arguments: '{}' } }],
      },
      { id: 'b', role: 'tool', toolCallId: 'c', content: 'Red.' },
    ]
    const ids: unknown[] = []
    agent.on('agent:started', ({ sessionId }) => ids.push(sessionId))
    const body = JSON.stringify({ threadId: 't7', runId: 'r', messages, tools: [paint] })
    expect(await (await fetch('', { method: 'POST', body })).text()).toContain('Painted.')
    expect(ids).toEqual(['t7'])
    expect(warn.mock.calls).toEqual([])
  })

  it.each(['state', 'context', 'tools', 'forwardedProps'])(
    'answers %s of 20,000 levels with 400',
    async (field) => {
      const { fetch, model } = frontEnd([])
      const deep = '['.repeat(20_000) + ']'.repeat(20_000)
      const body = `{"threadId":"t","runId":"r","messages":[],"${field}":${deep}}`
      expect((await fetch('', { method: 'POST', body })).status).toBe(400)
      expect(model.requests).toEqual([])
    },
  )

  it('says what is wrong with the arguments of an earlier call that are nested too deeply', async () => {
    const { fetch, model } = frontEnd([])
    const args = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)
    const toolCalls = [{ id: 'c', function: { name: 'add', arguments: args } }]
    const messages = [
      say('Add.'),
      { id: 'a', role: 'assistant', toolCalls },
      { id: 'b', role: 'tool', toolCallId: 'c', content: '3' },
    ]
    const body = JSON.stringify({ threadId: 't', runId: 'r', messages })
    expect(await (await fetch('', { method: 'POST', body })).text()).toContain('at most 100 levels')
    expect(model.requests).toEqual([])
  })

  it.each(['', '{}', '[]', 'null', '{"threadId":"t","runId":"r","messages":{}}'])(
    'answers %j with 400',
    async (body) => {
      const { fetch, model } = frontEnd([])
      expect((await fetch('', { method: 'POST', body })).status).toBe(400)
      expect(model.requests).toEqual([])
    },
  )
})
