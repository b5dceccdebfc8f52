import { describe, expect, it } from 'vitest'
import { textOfResult, toAppResult } from './mcp-app.tsx'

describe('toAppResult', () => {
  it('43 makes a result of what the conversation has', () => {
    expect(toAppResult('sunny')).toEqual({ content: [{ type: 'text', text: 'sunny' }] })
    expect(toAppResult({ n: 1 })).toEqual({
      content: [{ type: 'text', text: '{"n":1}' }],
      structuredContent: { n: 1 },
    })
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'image', data: 'x', mimeType: 'image/png' },
    ]
    expect(toAppResult(parts)).toEqual({ content: parts })
    expect(toAppResult([])).toEqual({
      content: [{ type: 'text', text: '[]' }],
      structuredContent: [],
    })
    expect(toAppResult(undefined)).toMatchObject({ content: [{ type: 'text', text: 'null' }] })
  })

  it('43 has its texts for where the app is not there', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'image', data: 'x' },
      { type: 'text', text: 'b' },
    ]
    expect(textOfResult({ content })).toBe('a\nb')
  })
})
