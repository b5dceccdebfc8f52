import type { Message } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { Recall } from './use-message-text.ts'

const said = (...texts: string[]): Message[] =>
  texts.map((content, at) => ({
    role: 'user',
    id: `m${at}`,
    parentId: at ? `m${at - 1}` : null,
    createdAt: at,
    content,
  }))

const at = (caret: number) => ({ start: caret, end: caret })

describe('Recall', () => {
  it('goes back through what was said and forward again to what was begun', () => {
    const recall = new Recall()
    const messages = said('one', 'two')
    expect(recall.step('back', 'beg', at(3), messages)).toBe('two')
    expect(recall.step('back', 'two', at(3), messages)).toBe('one')
    expect(recall.step('back', 'one', at(0), messages)).toBeUndefined()
    expect(recall.step('forward', 'one', at(3), messages)).toBe('two')
    expect(recall.step('forward', 'two', at(3), messages)).toBe('beg')
    expect(recall.step('forward', 'beg', at(3), messages)).toBeUndefined()
  })

  it('leaves the key to the field where the caret can move, and to a selection', () => {
    const recall = new Recall()
    const messages = said('one')
    expect(recall.step('back', 'a\nb', at(3), messages)).toBeUndefined()
    expect(recall.step('back', 'a\nb', at(1), messages)).toBe('one')
    expect(recall.step('back', 'abc', { start: 0, end: 3 }, messages)).toBeUndefined()
  })

  it('begins anew once the text was changed, and recalls nothing that the application said', () => {
    const recall = new Recall()
    const messages: Message[] = [
      ...said('one', 'two'),
      { role: 'user', id: 'a', parentId: 'm1', createdAt: 2, content: 'undone', source: 'app' },
    ]
    expect(recall.step('back', '', at(0), messages)).toBe('two')
    expect(recall.step('back', 'two, changed', at(0), messages)).toBe('two')
    expect(recall.step('forward', 'two', at(3), messages)).toBe('two, changed')
  })
})
