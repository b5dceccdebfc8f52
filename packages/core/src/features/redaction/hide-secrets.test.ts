import { describe, expect, it } from 'vitest'
import { hideSecrets, redact, redaction, type Redaction, shortHash } from '../redaction/index.ts'

const key = `ghp_${'a1B2'.repeat(10)}`

describe('hideSecrets', () => {
  it('A10 hides the forms of keys in texts and in names of members', () => {
    expect(hideSecrets(`It is ${key}.`)).toBe('It is [redacted].')
    expect(hideSecrets({ [key]: [key, 1, null, { at: `a ${key}` }] })).toEqual({
      '[redacted]': ['[redacted]', 1, null, { at: 'a [redacted]' }],
    })
  })

  it('A10 hides what a redaction finds, by the names of members too', () => {
    const own = redaction({ patterns: [/EMP-\d+/] })
    expect(hideSecrets({ password: 'x', 'EMP-1': 'EMP-2', n: 5 }, own)).toEqual({
      password: '[redacted]',
      '[redacted]': '[redacted]',
      n: 5,
    })
    expect(hideSecrets('password: hunter2', own)).toBe('password: [redacted]')
    expect(hideSecrets('1.0', own)).toBe('1.0')
  })

  it('A10 keeps the form of the data, whatever the redaction does to JSON', () => {
    const eats: Redaction = { redact: (text) => text.replaceAll(/acct \S+/g, '[redacted]') }
    expect(hideSecrets({ a: 'acct 1', b: [2, 'acct 3'] }, eats)).toEqual({
      a: '[redacted]',
      b: [2, '[redacted]'],
    })
    const joins: Redaction = { redact: (text) => text.replaceAll(/from .* to/g, '[redacted]') }
    const data = { a: 'from x', b: 'y', c: 'z to' }
    expect(hideSecrets(data, joins)).toEqual(data)
    const bare: Redaction = { redact: (text) => text.replaceAll(/\d{4}/g, '[redacted]') }
    expect(hideSecrets({ pin: 4711, list: [1] }, bare)).toEqual({ pin: '[redacted]', list: [1] })
    const throws: Redaction = {
      redact: (text) => {
        if (text.includes('secret')) throw new Error('no')
        return text
      },
    }
    expect(hideSecrets({ a: 'a secret', b: 'b' }, throws)).toEqual({ a: '[redacted]', b: 'b' })
  })

  it('A10 takes any value', () => {
    const loop: Record<string, unknown> = { n: 5n, marked: redact('x'), none: undefined }
    loop['self'] = loop
    expect(hideSecrets(loop)).toEqual({ n: '5', marked: '[redacted]', self: '[Circular]' })
    expect(hideSecrets(undefined)).toBeNull()
  })
})

describe('shortHash', () => {
  it('finds equal texts', () => {
    expect(shortHash('a')).toBe(shortHash('a'))
    const texts = Array.from({ length: 2_000 }, (_, at) => `text ${at}`)
    expect(new Set(texts.map(shortHash)).size).toBe(2_000)
  })
})
