import { createAgent, type MessageInput } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { safeValidateUIMessages, type UIMessage } from 'ai'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromUIMessages, toUIMessages } from '../../src/ai-sdk/index.ts'

const load = (messages: readonly MessageInput[]): UIMessage[] => {
  const agent = createAgent({ model: scriptedModel([]) })
  agent.history.load(messages)
  return toUIMessages(agent.history)
}

const word = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() !== '')
const status = fc.constantFrom(
  'ok',
  'error',
  'invalid',
  'unknown',
  'disabled',
  'denied',
  'cancelled',
  'timeout',
  'interrupted',
)
const step = fc.record({
  reasoning: fc.option(word, { nil: undefined }),
  content: word,
  calls: fc.array(
    fc.record({
      name: fc.constantFrom('add', 'wipe'),
      value: fc.jsonValue({ maxDepth: 1 }),
      status,
    }),
    { maxLength: 2 },
  ),
})
const turn = fc.record({ said: word, steps: fc.array(step, { minLength: 1, maxLength: 3 }) })

/** A history of whole turns, as a run leaves it. */
const histories = fc.array(turn, { minLength: 1, maxLength: 4 }).map((turns) => {
  let count = 0
  return turns.flatMap(({ said, steps }): MessageInput[] => [
    { role: 'user', content: said },
    ...steps.flatMap(({ reasoning, content, calls }): MessageInput[] => {
      const asked = calls.map(({ name, value }) => ({
        id: `c${++count}`,
        name,
        arguments: { value },
      }))
      return [
        {
          role: 'assistant',
          content,
          ...(reasoning !== undefined && { reasoning }),
          ...(asked.length > 0 && { calls: asked }),
        },
        ...asked.map(({ id, name }, at): MessageInput => {
          const { status = 'ok', value } = calls[at] ?? {}
          const content = status === 'ok' ? value : { error: { name: 'Error', message: 'no' } }
          return { role: 'tool', id, name, status, content: JSON.stringify(content) }
        }),
      ]
    }),
  ])
})

describe('toUIMessages and fromUIMessages', () => {
  it('15 convert a history to messages that `ai` accepts', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const checked = await safeValidateUIMessages({ messages: load(history) })
        expect(checked.success ? undefined : checked.error).toBeUndefined()
      }),
      { numRuns: 50 },
    )
  })

  it('15 lose nothing that a chat shows, there and back', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const shown = load(history)
        const again = load(fromUIMessages(shown))
        expect(withoutIds(again)).toEqual(withoutIds(shown))
      }),
      { numRuns: 100 },
    )
  })

  it('count what a history does not have, and answer open calls as interrupted', () => {
    const ignored = new Map<string, number>()
    const output = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as unknown
    const messages: UIMessage[] = [
      { id: 's', role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      {
        id: 'u',
        role: 'user',
        parts: [
          { type: 'text', text: 'Hi' },
          { type: 'data-x', data: 1 },
        ],
      },
      {
        id: 'a',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'source-url', sourceId: '1', url: 'https://example.com' },
          { type: 'tool-add', toolCallId: 'c1', state: 'input-available', input: { n: 1 } },
          { type: 'tool-add', toolCallId: 'c2', state: 'output-available', input: {}, output },
        ],
      },
    ]
    const converted = fromUIMessages(messages, { ignored })
    expect([...ignored]).toEqual([
      ['system', 1],
      ['data-x', 1],
      ['tool-add', 1],
      ['source-url', 1],
    ])
    expect(converted).toMatchObject([
      { id: 'u', role: 'user', content: 'Hi' },
      { id: 'a', role: 'assistant', calls: [{ id: 'c1', name: 'add', arguments: { n: 1 } }] },
      { role: 'tool', id: 'c1', status: 'interrupted' },
    ])
  })

  it('leave out what the application told the model', () => {
    expect(
      load([
        { role: 'user', content: 'Hi' },
        { role: 'user', content: 'The user undid it.', source: 'app' },
        { role: 'assistant', content: 'Hello.' },
      ]).map(({ role }) => role),
    ).toEqual(['user', 'assistant'])
  })
})

const withoutIds = (messages: readonly UIMessage[]): object[] =>
  messages.map(({ role, parts }) => ({
    role,
    parts: parts.map((part) => ('approval' in part ? { ...part, approval: undefined } : part)),
  }))
