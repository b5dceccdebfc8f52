import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../test/agent-under-test.ts'
import { AgentError, type HistoryState, type UserMessage } from '../index.ts'
import { History } from './history.ts'

const say = (history: History, id: string): UserMessage =>
  history.append<UserMessage>({ id, role: 'user', createdAt: 0, content: id })

const path = (history: History): string => history.messages.map(({ id }) => id).join(' ')

describe('History', () => {
  it('is the path from the first message to the head', () => {
    const history = new History()
    expect(history.getState()).toEqual({ head: null, messages: [] })
    say(history, 'a')
    say(history, 'b')
    expect(history.head).toBe('b')
    expect(history.messages.map(({ parentId }) => parentId)).toEqual([null, 'a'])
  })

  it('keeps every branch, and shows the newest path through the one that is selected', () => {
    const history = new History()
    for (const id of ['a', 'b', 'c']) say(history, id)
    history.moveTo('a')
    expect(path(history)).toBe('a')
    say(history, 'b2')
    say(history, 'c2')
    expect(path(history)).toBe('a b2 c2')
    expect(history.branches('b2')).toEqual(['b', 'b2'])
    history.select('b')
    expect(path(history)).toBe('a b c')
    history.select('a')
    expect(path(history)).toBe('a b2 c2')
  })

  it('can go back to before the first message, and select its beginnings', () => {
    const history = new History()
    say(history, 'a')
    history.moveTo(null)
    expect(history.messages).toEqual([])
    say(history, 'b')
    expect(history.branches('a')).toEqual(['a', 'b'])
    history.select('a')
    expect(path(history)).toBe('a')
  })

  it('refuses an id that is taken, on any branch, and ids that are not there', () => {
    const history = new History()
    say(history, 'a')
    history.moveTo(null)
    expect(() => say(history, 'a')).toThrow(AgentError)
    expect(() => history.select('nope')).toThrow('"nope"')
    expect(() => history.moveTo('nope')).toThrow(AgentError)
    expect(history.branches('nope')).toEqual([])
    expect(history.messages).toEqual([])
  })

  it('starts with messages, each after its parent', () => {
    const first = new History()
    for (const id of ['a', 'b']) say(first, id)
    expect(path(new History(first.messages))).toBe('a b')
    expect(() => new History(first.messages.toReversed())).toThrow(AgentError)
    expect(() => new History([...first.messages, ...first.messages])).toThrow(AgentError)
  })

  it('never changes a message, and keeps those of before by identity', async () => {
    const { agent } = agentUnderTest(['one', 'two'], { tools: [anyTool('x')] })
    await agent.chat('1')
    const before = agent.history.messages
    await agent.chat('2')
    for (const [at, message] of before.entries()) {
      expect(agent.history.messages[at]).toBe(message)
      expect(Object.isFrozen(message)).toBe(true)
    }
    expect(before).toHaveLength(2)
  })

  it('tells its subscribers of every change', () => {
    const history = new History()
    const seen: HistoryState[] = []
    const stop = history.subscribe((state) => seen.push(state))
    say(history, 'a')
    history.moveTo(null)
    stop()
    say(history, 'b')
    expect(seen).toMatchObject([{ head: 'a' }, { head: null, messages: [] }])
    expect(history.getInitialState()).toEqual({ head: null, messages: [] })
  })

  it('is what `chat` goes on from after a branch was selected', async () => {
    const { agent, model } = agentUnderTest(['one', 'two', 'three'])
    await agent.chat('1')
    const first = agent.history.head
    await agent.chat('2')
    agent.history.moveTo(first)
    await agent.chat('3')
    expect(JSON.stringify(model.requests[2]?.prompt)).not.toContain('"2"')
    expect(agent.history.messages.map((m) => m.role !== 'tool' && m.content)).toEqual([
      '1',
      'one',
      '3',
      'three',
    ])
  })
})
