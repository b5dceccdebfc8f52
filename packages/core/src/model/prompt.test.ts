import { describe, expect, it } from 'vitest'
import { History } from '../messages/history.ts'
import type { AssistantMessage, Message } from '../messages/message.ts'
import { noUsage } from './usage.ts'
import { toPrompt } from './prompt.ts'

const ids = ['a', 'b', 'c']

const answer = (id: string): Message => ({
  id,
  parentId: null,
  role: 'tool',
  name: 'look',
  createdAt: 0,
  content: '1',
  status: 'ok',
})

/** Creates a history whose last message asks for three calls. */
function asking(): History {
  const history = new History()
  history.append({ id: 'u', role: 'user', createdAt: 0, content: 'hello' })
  history.append<AssistantMessage>({
    id: 'm',
    role: 'assistant',
    createdAt: 0,
    calls: ids.map((id) => ({ id, name: 'look', arguments: {} })),
    finishReason: 'tool_calls',
    usage: noUsage,
    parts: ids.map((id) => ({ type: 'tool-call', id, name: 'look' })),
  })
  return history
}

describe('toPrompt', () => {
  it('puts the answers to the calls of one message into one entry', () => {
    const history = asking()
    for (const id of ids) history.append(answer(id))
    history.append({ id: 'v', role: 'user', createdAt: 0, content: 'go on' })
    const prompt = toPrompt(history.messages)
    expect(prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
    expect(prompt[2]?.content).toMatchObject(ids.map((toolCallId) => ({ toolCallId })))
  })

  it('adds to that entry what comes between two requests, and changes none that was given', () => {
    const history = asking()
    const given = ids.map((id) => {
      history.append(answer(id))
      return toPrompt(history.messages).at(-1)
    })
    expect(given.map((entry) => entry?.content.length)).toEqual([1, 2, 3])
    expect(toPrompt(history.messages)).toHaveLength(3)
    expect(toPrompt(history.messages).at(-1)).toBe(given[2])
  })
})
