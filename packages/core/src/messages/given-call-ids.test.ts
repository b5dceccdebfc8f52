import { promptFaults } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest } from '../../test/agent-under-test.ts'
import type { MessageInput } from '../index.ts'

const user: MessageInput = { role: 'user', content: 'go' }
const asks = (...ids: string[]): MessageInput => ({
  role: 'assistant',
  calls: ids.map((id) => ({ id, name: 'w', arguments: {} })),
})
const answers = (id: string, content = '1'): MessageInput => ({ role: 'tool', id, content })

describe('the ids of calls in given messages', () => {
  it.each<[string, MessageInput[]]>([
    ['is used in each turn', [user, asks('c'), answers('c'), user, asks('c'), answers('c', '2')]],
    ['is used twice in one message', [user, asks('c', 'c'), answers('c'), answers('c', '2')]],
    ['has other characters', [user, asks('a b/ü|', 'x'), answers('a b/ü|'), answers('x', '2')]],
    ['is too long', [user, asks('z'.repeat(65), 'x'), answers('z'.repeat(65)), answers('x', '2')]],
  ])('R14 are new, with their answers, where one %s', async (_what, history) => {
    const { agent, model } = agentUnderTest(['done', 'done'])
    expect((await agent.execute('next', { history })).content).toBe('done')
    agent.history.load(history)
    expect((await agent.chat('next')).content).toBe('done')
    for (const { prompt } of model.requests) {
      expect(promptFaults(prompt)).toEqual([])
      const parts = prompt.flatMap(
        ({ content }): { type: string; output?: unknown; toolCallId?: string }[] =>
          typeof content === 'string' ? [] : [...content],
      )
      const told = parts.filter((part) => part.type === 'tool-result')
      expect(told.map(({ output }) => output)).toMatchObject([{ value: '1' }, { value: '2' }])
      const asked = parts.filter((part) => part.type === 'tool-call')
      const ids = asked.map(({ toolCallId }) => toolCallId)
      expect(told.map(({ toolCallId }) => toolCallId)).toEqual(ids)
      expect(new Set(ids).size).toBe(2)
      for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    }
  })

  it.each<[string, MessageInput[]]>([
    ['a stray answer', [user, answers('c')].map((one) => ({ name: 'w', ...one }) as MessageInput)],
    ['an answer after a user message', [user, asks('c'), user, answers('c')]],
    ['a message before the answers', [user, asks('c', 'd'), answers('c'), user]],
  ])('R14 `history.load` refuses %s', async (_what, messages) => {
    const { agent } = agentUnderTest(['done'])
    expect(() => agent.history.load(messages)).toThrow(/right after the message/)
    expect(agent.history.messages).toEqual([])
  })
})
