import type { ToolMessage } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { failureText } from './failure-text.ts'

const answer = (content: string): ToolMessage => ({
  id: 'c',
  parentId: null,
  createdAt: 0,
  role: 'tool',
  name: 't',
  content,
  status: 'error',
})

describe('failureText', () => {
  it('is the message of the error the model was told of', () => {
    expect(failureText(answer('{"error":{"name":"Error","message":"No such task."}}'))).toBe(
      'No such task.',
    )
  })

  it('is all there is where there is no such message', () => {
    expect(failureText(answer('{"error":"gone"}'))).toBe('gone')
    expect(failureText(answer('"gone"'))).toBe('gone')
    expect(failureText(answer('{"error":{"mess'))).toBe('{"error":{"mess')
  })
})
