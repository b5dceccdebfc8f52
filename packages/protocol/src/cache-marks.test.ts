import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { addCacheMarks } from './cache-marks.ts'
import { takesCacheMarks } from './prompt.ts'

const user = (text: string): LanguageModelV4Message => ({
  role: 'user',
  content: [{ type: 'text', text }],
})

const rolesOfMarked = (prompt: readonly LanguageModelV4Message[]): string[] =>
  prompt.flatMap(({ role, providerOptions }) => (providerOptions?.['anthropic'] ? [role] : []))

describe('addCacheMarks', () => {
  it('marks the instructions, what stands before the latest answer, and the stable end', () => {
    const prompt: LanguageModelV4Message[] = [
      { role: 'system', content: 'x'.repeat(5000) },
      user('a'),
      { role: 'assistant', content: [{ type: 'text', text: 'b' }] },
      user('c'),
      user('what the page shows now'),
    ]
    const marked = addCacheMarks({ prompt }, 4).prompt
    expect(rolesOfMarked(marked)).toEqual(['system', 'user', 'user'])
    expect(marked[4]).toBe(prompt[4])
    expect(rolesOfMarked(prompt)).toEqual([])
  })

  it('counts the text of arguments, whatever their names, and not the data of files', () => {
    const data = 'x'.repeat(9000)
    const withCall = (value: object): LanguageModelV4Message[] => [
      user('a'),
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: '1', toolName: 'put', input: value }],
      },
      user('b'),
    ]
    expect(rolesOfMarked(addCacheMarks({ prompt: withCall({ data }) }, 3).prompt)).toHaveLength(2)
    const file: LanguageModelV4Message = {
      role: 'user',
      content: [{ type: 'file', mediaType: 'image/png', data: { type: 'data', data } }],
    }
    expect(rolesOfMarked(addCacheMarks({ prompt: [file] }, 1).prompt)).toEqual([])
  })

  it('leaves a call alone that has a mark on any part', () => {
    const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
    const prompt: LanguageModelV4Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'x'.repeat(5000), providerOptions }] },
      user('b'),
    ]
    const call = { prompt }
    expect(addCacheMarks(call, 2)).toBe(call)
  })
})

describe('takesCacheMarks', () => {
  it.each([
    ['anthropic.messages', true],
    ['googleVertex.anthropic.messages', true],
    ['openai.responses', false],
    ['google.generative-ai', false],
    ['not-anthropic', false],
  ])('for a model of %s is %s', (provider, takes) => {
    expect(takesCacheMarks(provider)).toBe(takes)
  })
})
