import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { type StepGroups, toStepGroups } from './step-groups.ts'

const base = { parentId: null, createdAt: 0 }
const usage = { promptTokens: 1, completionTokens: 1, totalTokens: 2 }

const user = (id: string): UserMessage => ({ ...base, id, role: 'user', content: 'Go' })

const asks = (calls: string, more: Partial<AssistantMessage> = {}): AssistantMessage => ({
  ...base,
  id: `m-${calls}`,
  role: 'assistant',
  usage,
  parts: [],
  calls: [...calls].map((id) => ({ id, name: 'act', arguments: {} })),
  ...more,
})

const answers = (id: string): ToolMessage => ({
  ...base,
  id,
  role: 'tool',
  name: 'act',
  content: '1',
  status: 'ok',
})

const says = (content: string): AssistantMessage => asks('', { id: content, content })

/** Returns the calls of each group. */
const shape = (groups: StepGroups): string[] =>
  [...new Set(groups.values())].map(({ calls }) => calls.map(({ id }) => id).join(''))

const run: readonly Message[] = [
  user('u'),
  asks('a'),
  answers('a'),
  asks('bc'),
  answers('b'),
  answers('c'),
]

describe('toStepGroups', () => {
  it('joins the calls of consecutive messages', () => {
    expect(shape(toStepGroups(run))).toEqual(['abc'])
    expect(shape(toStepGroups([...run, says('Done.')]))).toEqual(['abc'])
  })

  it('begins anew after text, files, sources and messages of the user', () => {
    expect(shape(toStepGroups([...run, asks('d', { content: 'Now this.' })]))).toEqual(['abc', 'd'])
    const file = { type: 'file', mediaType: 'a/b', data: { type: 'data', data: '' } } as const
    expect(shape(toStepGroups([...run, asks('d', { parts: [file] })]))).toEqual(['abc', 'd'])
    expect(shape(toStepGroups([...run, user('v'), asks('d')]))).toEqual(['abc', 'd'])
    expect(shape(toStepGroups([...run, says('Done.'), asks('d')]))).toEqual(['abc', 'd'])
  })

  it('lets text before the first call be, and keeps a call of the page alone', () => {
    const first = asks('a', { content: 'I look.' })
    expect(shape(toStepGroups([user('u'), first, answers('a'), asks('b')]))).toEqual(['ab'])
    const own = asks('d', { source: 'ui' })
    expect(shape(toStepGroups([...run, own, asks('e')]))).toEqual(['abc', 'd', 'e'])
  })

  it('tells which group is the last', () => {
    const groups = toStepGroups([...run, user('v'), asks('d')])
    expect(groups.get('a')?.isLast).toBe(false)
    expect(groups.get('d')?.isLast).toBe(true)
    expect(toStepGroups([...run, says('Done.')]).get('a')?.isLast).toBe(false)
  })

  it('keeps the objects of groups that did not change', () => {
    const before = toStepGroups([...run, user('v'), asks('d')])
    const after = toStepGroups([...run, user('v'), asks('d'), answers('d'), asks('e')], before)
    expect(after.get('a')).toBe(before.get('a'))
    expect(after.get('d')).not.toBe(before.get('d'))
    // Older messages joined at the front.
    const older = toStepGroups([user('o'), asks('z'), ...run.slice(1), user('v')], before)
    expect(shape(older)).toEqual(['zabc'])
  })
})
