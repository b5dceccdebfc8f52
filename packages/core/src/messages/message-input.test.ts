import { promptFaults } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import { AgentError, type MessageInput } from '../index.ts'

const plain: readonly MessageInput[] = [
  { role: 'user', content: 'What is the weather?' },
  { role: 'assistant', calls: [{ id: 'c1', name: 'look', arguments: { at: 'home' } }], parts: [] },
  { role: 'tool', id: 'c1', content: '"sunny"' },
  { role: 'assistant', content: 'Sunny.' },
]

const roles = ['user', 'assistant', 'tool', 'assistant', 'user']

describe('a plain message', () => {
  it('R14 is enough for execute, whose history is closed and not changed', async () => {
    const { agent, model } = agentUnderTest(['done'])
    const before = JSON.stringify(plain)
    expect(await agent.execute('And now?', { history: plain })).toMatchObject({ content: 'done' })
    expect(JSON.stringify(plain)).toBe(before)
    expect(Object.isFrozen(plain[0])).toBe(false)
    const { prompt = [] } = model.requests[0] ?? {}
    expect(prompt.map(({ role }) => role)).toEqual(roles)
    expect(promptFaults(prompt)).toEqual([])
    expect(prompt[1]?.content).toMatchObject([{ toolName: 'look', input: { at: 'home' } }])
  })

  it('R14 is enough for history.load, which fills in the rest after the head', async () => {
    const { agent, model, clock } = agentUnderTest(['hello', 'done', 'more'])
    await agent.chat('Hi')
    const { head } = agent.history
    agent.history.load(plain)
    const [first, asked, answer, last] = agent.history.messages.slice(2)
    expect(first).toMatchObject({ role: 'user', parentId: head, createdAt: clock.now() })
    expect(asked).toMatchObject({ parentId: first?.id })
    expect(answer).toMatchObject({ id: 'c1', name: 'look', status: 'ok', parentId: asked?.id })
    expect(last).toMatchObject({
      parentId: 'c1',
      finishReason: 'stop',
      parts: [{ type: 'text', text: 'Sunny.' }],
      usage: { totalTokens: 0 },
    })
    await agent.chat('And now?')
    expect(promptFaults(model.requests[1]?.prompt ?? [])).toEqual([])
    expect(model.requests[1]?.prompt.slice(2).map(({ role }) => role)).toEqual(roles)
  })

  it('may have null for the content of calls alone, as other SDKs write it', async () => {
    const { agent, model } = agentUnderTest(['done'])
    const asked = {
      role: 'assistant',
      content: null,
      calls: [{ id: 'c1', name: 'look', arguments: {} }],
    }
    const answer = { role: 'tool', id: 'c1', name: 'look', content: '1' } as const
    agent.history.load([{ role: 'user', content: 'Hi' }, asked as never, answer])
    expect(agent.history.messages[1]).not.toHaveProperty('content')
    await agent.chat('And now?')
    expect(promptFaults(model.requests[0]?.prompt ?? [])).toEqual([])
  })

  it('may be frozen, as the state of some stores is', async () => {
    const { agent } = agentUnderTest([])
    agent.history.load([Object.freeze({ role: 'user', content: 'Hi' } as const)])
    expect(agent.history.messages).toMatchObject([{ id: agent.history.head, parentId: null }])
  })

  it('R14 has its calls sent once each, whatever its parts say', async () => {
    const { agent, model } = agentUnderTest(['done', 'again'])
    const [asked, other] = ['a', 'b'].map((id) => ({ id, name: id, arguments: {} }))
    const history = [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: 'redacted',
        calls: [asked],
        finishReason: 'tool_calls',
        parts: [
          { type: 'text', text: 'the secret' },
          { type: 'tool-call', ...other },
        ],
      },
      { role: 'tool', id: 'a', content: '1' },
    ] as const
    await agent.execute('next', { history: history as unknown as MessageInput[] })
    const { prompt = [] } = model.requests[0] ?? {}
    expect(promptFaults(prompt)).toEqual([])
    expect(JSON.stringify(prompt)).not.toContain('secret')
    expect(prompt[1]?.content).toMatchObject([{ text: 'redacted' }, { toolCallId: 'a' }])
  })

  const call = { id: 'c', name: 'x', arguments: {} }
  it.each<[string, unknown]>([
    ['history[0] is no object', [null]],
    [".role is none of 'user'", [{ role: 'system', content: 'Be kind.' }]],
    ['history[0].content is neither', [{ role: 'user' }]],
    ['history[0].content[0].text', [{ role: 'user', content: [{ type: 'text' }] }]],
    [
      'history[0].content[0].mimeType is named mediaType',
      [{ role: 'user', content: [{ type: 'file', data: 'aGk=', mimeType: 'application/pdf' }] }],
    ],
    ['history[1].content is missing', [{ role: 'user', content: 'a' }, { role: 'assistant' }]],
    ['history[0].content is no text', [{ role: 'assistant', content: null }]],
    ['history[0].calls', [{ role: 'assistant', calls: [{ ...call, arguments: '{}' }] }]],
    ['history[0].parts', [{ role: 'assistant', parts: [null] }]],
    ['history[0].reasoning', [{ role: 'assistant', content: '', reasoning: 1 }]],
    ['history[0].id is no text', [{ role: 'user', content: 'a', id: 5 }]],
    ['history[0].parentId', [{ role: 'user', content: 'a', parentId: 5 }]],
    ['history[0].createdAt', [{ role: 'user', content: 'a', createdAt: '2020' }]],
    ['history[0].id is missing', [{ role: 'tool', content: '1' }]],
    ['history[0].name is missing', [{ role: 'tool', id: 'c', content: '1' }]],
    [
      'history[1].content is no text',
      [
        { role: 'assistant', calls: [call] },
        { role: 'tool', id: 'c' },
      ],
    ],
  ])('is refused with its field if it cannot be read: %s', async (words, history) => {
    const { agent, model } = agentUnderTest(['done'])
    const given = history as MessageInput[]
    const { error } = await agent.execute('go', { history: given })
    expect(AgentError.is(error)).toBe(true)
    expect(error?.message).toContain(words)
    expect(() => agent.history.load(given)).toThrow(words.replace('history', 'messages'))
    expect(agent.history.all).toEqual([])
    expect(model.requests).toEqual([])
  })
})

describe('History.load', () => {
  it('refuses a history that is no array', () => {
    const { agent } = agentUnderTest([])
    expect(() => agent.history.load('text' as never)).toThrow('messages is no array')
    expect(() => agent.execute('go', { history: 'text' as never })).toThrow(
      '`history` of a call is a string',
    )
  })

  it('adds nothing if one message breaks a rule, and freezes copies', () => {
    const { agent } = agentUnderTest([])
    const mine = { role: 'user', id: 'a', content: [{ type: 'text', text: 'x' }] } as const
    expect(() => agent.history.load([mine, { ...mine, content: 'b' }])).toThrow(/"a" is already/)
    expect(() => agent.history.load([mine, { ...mine, id: 'b', parentId: 'z' }])).toThrow(
      /no message "z"/,
    )
    expect(agent.history.all).toEqual([])
    agent.history.load([mine])
    expect(Object.isFrozen(mine)).toBe(false)
    expect(Object.isFrozen(mine.content[0])).toBe(false)
    expect(Object.isFrozen(agent.history.messages[0])).toBe(true)
  })
})

describe('the lists of messages and events', () => {
  it('R40 cannot be changed by an application', async () => {
    const { agent, model } = agentUnderTest(['done', 'again'])
    const run = agent.chat('go')
    const { messages } = await run
    const { error, events } = await agent
      .execute('')
      .then((result) => ({ error: result.error as AgentError, events: run.events }))
    const lists = [
      messages,
      events,
      agent.history.messages,
      agent.history.getState().messages,
      error.events,
      error.messages,
    ]
    for (const list of lists) expect(() => (list as unknown[]).push('forged')).toThrow(TypeError)
    await agent.chat('more')
    expect(JSON.stringify(model.requests)).not.toContain('forged')
    expect(error.events?.at(-1)?.type).toBe('agent:failed')
    expect(run.events).toBe(run.events)
  })
})
