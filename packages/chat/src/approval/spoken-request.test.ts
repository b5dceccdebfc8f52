import { describe, expect, it } from 'vitest'
import { englishApproval } from './approval-strings.ts'
import { spokenRequest } from '../transcript/status-line.tsx'

const said = (args: Record<string, string>): string =>
  spokenRequest({ args, parameters: {} }, englishApproval)

describe('spokenRequest', () => {
  it('says each argument with its name, at most 400 characters of all', () => {
    expect(said({ to: 'Ada', note: 'Hello' })).toBe('to: Ada, note: Hello')
    const long = said(Object.fromEntries([...'abcdefgh'].map((name) => [name, 'x'.repeat(99)])))
    expect(long).toHaveLength(401)
    expect(long.endsWith('x…')).toBe(true)
  })

  it('tells that there is more, also after much space', () => {
    const space = ' '.repeat(390)
    expect(said({ a: `1${space}`, b: `2${space}`, c: `3${space}`, d: '4' })).toMatch(/^a: 1 , .*…$/)
  })
})
