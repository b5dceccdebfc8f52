import { describe, expect, it } from 'vitest'
import { findToken } from './completion.tsx'

describe('findToken', () => {
  it('finds a command at the start of the message alone', () => {
    expect(findToken('/su', 3)).toEqual({ kind: 'command', query: 'su', start: 0, end: 3 })
    expect(findToken('  /', 3)).toEqual({ kind: 'command', query: '', start: 2, end: 3 })
    expect(findToken('and/or', 6)).toBeUndefined()
    expect(findToken('see /tmp', 8)).toBeUndefined()
  })

  it('finds a mention behind a space, up to the caret', () => {
    expect(findToken('show @Ord', 9)).toEqual({ kind: 'mention', query: 'ord', start: 5, end: 9 })
    expect(findToken('show @Ord and', 7)).toEqual({ kind: 'mention', query: 'o', start: 5, end: 7 })
    expect(findToken('me@example.com', 14)).toBeUndefined()
    expect(findToken('@Orders now', 11)).toBeUndefined()
  })
})
