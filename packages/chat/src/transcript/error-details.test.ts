import { AgentError, DisabledToolError } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { errorDetails } from './error-notice.tsx'

describe('errorDetails', () => {
  it('has the facts of an error, whether they are its fields or in its details', () => {
    const lost = new AgentError('It was not stored.', {
      code: 'storage',
      details: { kind: 'lost' },
    })
    expect(errorDetails(lost)).toBe('AgentError: It was not stored.\ncode: storage\nkind: lost')
    const off = Object.assign(new DisabledToolError('pay', 'No money.'), { runId: 'r1' })
    expect(errorDetails(off)).toMatch(/\ncode: disabled\ntool: pay\nrunId: r1$/)
  })

  it('leaves out what is long, no text, or cannot be read', () => {
    const details = {
      kind: 'x'.repeat(201),
      status: {},
      get tool(): string {
        throw new Error('no')
      },
    }
    expect(errorDetails({ message: 'Bad.', details })).toBe('Error: Bad.')
    expect(errorDetails(undefined)).toBe('Error: ')
  })
})
