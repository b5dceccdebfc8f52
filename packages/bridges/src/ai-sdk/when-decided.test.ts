import type { UIMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { whenDecided } from './when-decided.ts'

const call = (state: 'approval-requested' | 'approval-responded'): UIMessage['parts'][number] =>
  state === 'approval-requested'
    ? { type: 'tool-wipe', toolCallId: state, state, input: {}, approval: { id: 'a1' } }
    : {
        type: 'tool-wipe',
        toolCallId: state,
        state,
        input: {},
        approval: { id: 'a2', approved: true },
      }

const sent = (...parts: UIMessage['parts']): UIMessage[] => [{ id: 'm1', role: 'assistant', parts }]

describe('whenDecided', () => {
  it('is true for one answer, while another call still asks', () => {
    expect(
      whenDecided({ messages: sent(call('approval-requested'), call('approval-responded')) }),
    ).toBe(true)
  })

  it('is false while nothing was answered, and in an empty chat', () => {
    expect(whenDecided({ messages: sent(call('approval-requested')) })).toBe(false)
    expect(whenDecided({ messages: [] })).toBe(false)
  })
})
