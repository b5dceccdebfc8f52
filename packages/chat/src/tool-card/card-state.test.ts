import type { CallActivity, ToolMessage, ToolStatus } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { cardState } from './card-state.ts'

const activity = (status: CallActivity['status']): CallActivity => ({
  callId: 'c',
  tool: 't',
  messageId: 'm',
  status,
  input: '',
})
const answer = (status: ToolStatus): ToolMessage => ({
  id: 'c',
  parentId: null,
  createdAt: 0,
  role: 'tool',
  name: 't',
  content: 'null',
  status,
})

describe('cardState', () => {
  it('follows a call until it is answered', () => {
    expect(cardState(activity('input-streaming'), undefined)).toBe('preparing')
    expect(cardState(activity('pending'), undefined)).toBe('pending')
    expect(cardState(activity('awaiting-approval'), undefined)).toBe('awaiting-approval')
    expect(cardState(activity('running'), undefined)).toBe('running')
    expect(cardState(activity('running'), answer('ok'))).toBe('succeeded')
  })

  it('tells success, failure, refusal and cancellation apart', () => {
    const statuses = ['ok', 'error', 'invalid', 'unknown', 'disabled', 'timeout'] as const
    const states = statuses.map((status) => cardState(undefined, answer(status)))
    expect(states).toEqual(['succeeded', ...Array.from({ length: 5 }, () => 'failed')])
    expect(cardState(undefined, answer('denied'))).toBe('denied')
    expect(cardState(undefined, answer('cancelled'))).toBe('cancelled')
  })

  it('does not call cancelled what may have been done before its page ended', () => {
    expect(cardState(undefined, answer('interrupted'))).toBe('interrupted')
  })

  it('waits where nothing is known yet', () => {
    expect(cardState(undefined, undefined)).toBe('pending')
  })
})
