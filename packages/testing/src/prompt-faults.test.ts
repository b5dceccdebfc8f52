import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { promptFaults } from './prompt-faults.ts'

const user: LanguageModelV4Message = { role: 'user', content: [{ type: 'text', text: 'hi' }] }
const system: LanguageModelV4Message = { role: 'system', content: 'Be kind.' }

const asks = (...ids: string[]): LanguageModelV4Message => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'x', input: {} })),
})

const answers = (...ids: string[]): LanguageModelV4Message => ({
  role: 'tool',
  content: ids.map((toolCallId) => ({
    type: 'tool-result',
    toolCallId,
    toolName: 'x',
    output: { type: 'text', value: '1' },
  })),
})

const says = (...types: ('text' | 'reasoning')[]): LanguageModelV4Message => ({
  role: 'assistant',
  content: types.map((type) => ({ type, text: 'hm' })),
})

describe('promptFaults', () => {
  it('finds none in a prompt as providers want it', () => {
    expect(promptFaults([user])).toEqual([])
    expect(
      promptFaults([
        system,
        system,
        user,
        asks('a', 'b'),
        answers('a', 'b'),
        user,
        says('text'),
        user,
      ]),
    ).toEqual([])
    expect(promptFaults([user, asks('a'), answers('a')])).toEqual([])
    expect(promptFaults([user, says('reasoning', 'text'), user])).toEqual([])
  })

  it.each<[string, LanguageModelV4Message[], string]>([
    ['nothing said', [system], 'first message'],
    ['the assistant first', [says('text'), user], 'first message'],
    ['the assistant last', [user, says('text')], 'last message'],
    ['a late system message', [user, system, user], 'system message'],
    ['an open call', [user, asks('a', 'b'), answers('a'), user], '[a,b]'],
    ['a call without answers', [user, asks('a'), user], '[a]'],
    ['an answer twice', [user, asks('a'), answers('a', 'a')], '[a,a]'],
    ['an answer to nothing', [user, answers('a')], 'follow no message'],
    ['an answer too late', [user, asks('a'), user, answers('a')], '[a]'],
    ['an id twice', [user, asks('a'), answers('a'), asks('a'), answers('a')], 'Two calls'],
    ['an odd id', [user, asks('a.b'), answers('a.b')], 'form'],
    ['reasoning at the end', [user, says('text', 'reasoning'), user], 'nothing follows'],
    ['an empty message', [user, says(), user], 'empty'],
    ['empty text', [{ role: 'user', content: [{ type: 'text', text: '' }] }], 'empty text'],
  ])('finds %s', (_what, prompt, fault) => {
    expect(promptFaults(prompt).join('\n')).toContain(fault)
  })

  it('leaves calls alone that the provider runs itself', () => {
    const content = [
      {
        type: 'tool-call' as const,
        toolCallId: 'srv.1',
        toolName: 'search',
        input: {},
        providerExecuted: true,
      },
      { type: 'text' as const, text: 'found' },
    ]
    expect(promptFaults([user, { role: 'assistant', content }, user])).toEqual([])
  })
})
