import { describe, expect, it } from 'vitest'
import { type ToolMessage, callState } from '../index.ts'

describe('callState', () => {
  it.each([
    ['ok', 'succeeded'],
    ['error', 'failed'],
    ['invalid', 'failed'],
    ['unknown', 'failed'],
    ['disabled', 'failed'],
    ['timeout', 'failed'],
    ['denied', 'denied'],
    ['cancelled', 'cancelled'],
    ['interrupted', 'interrupted'],
  ] as const)('of a call answered as `%s` is `%s`, whatever it was doing', (status, state) => {
    expect(callState({ state: 'running' }, { status })).toBe(state)
    expect(callState(undefined, { status })).toBe(state)
  })

  it.each(['input-streaming', 'pending', 'awaiting-approval', 'running'] as const)(
    'of a call without an answer is what it is doing: `%s`',
    (state) => {
      expect(callState({ state }, undefined)).toBe(state)
    },
  )

  it('R70 of a call that has ended, whose answer the history does not have yet, is that of its answer', () => {
    const answer: ToolMessage = {
      role: 'tool',
      id: 'c2',
      parentId: 'c1',
      name: 'x',
      createdAt: 0,
      content: '1',
      status: 'ok',
    }
    expect(callState({ state: 'running', answer }, undefined)).toBe('succeeded')
  })

  it('of a call that nothing is known of is `pending`', () => {
    expect(callState(undefined, undefined)).toBe('pending')
  })
})
