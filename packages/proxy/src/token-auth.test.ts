import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tokenAuth } from './token-auth.ts'

const token = 'a'.repeat(16) + 'b'.repeat(16)
const ask = (authorization?: string) =>
  new Request('https://x.example', {
    headers: authorization === undefined ? {} : { authorization },
  })

afterEach(() => void vi.restoreAllMocks())

describe('tokenAuth', () => {
  it('P16 knows a subject by its token', async () => {
    const authorize = tokenAuth({ reports: token, jobs: 'c'.repeat(40) })
    expect(await authorize(ask(`Bearer ${token}`))).toBe('reports')
    expect(await authorize(ask(`bearer ${'c'.repeat(40)}`))).toBe('jobs')
  })

  it.each([
    undefined,
    '',
    token,
    'Bearer ',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
  ])('P16 knows nobody by %j', async (authorization) => {
    expect(await tokenAuth({ reports: token })(ask(authorization))).toBeUndefined()
  })

  it.each([{}, { a: '' }, { a: undefined }, { a: 'x'.repeat(31) }])(
    'P16 refuses to start with %j',
    (tokens) => {
      expect(() => tokenAuth(tokens)).toThrow(/tokenAuth/)
    },
  )

  it('P16 P32 does not repeat a weak token', () => {
    expect(() => tokenAuth({ a: 'hunter2hunter2' })).toThrow(/^(?!.*hunter)/)
  })

  it.each([
    ['the first', 'a'],
    ['the last', 'c'],
    ['none', 'd'],
    ['no', ''],
  ])(
    'P16 does the same work for %s of its tokens: one verification of each',
    async (_which, letter) => {
      const tokens = { one: 'a'.repeat(32), two: 'b'.repeat(40), three: 'c'.repeat(64) }
      const authorize = tokenAuth(tokens)
      await authorize(ask())
      const verify = vi.spyOn(crypto.subtle, 'verify')
      const digest = vi.spyOn(crypto.subtle, 'sign')
      await authorize(ask(`Bearer ${letter.repeat(letter === 'c' ? 64 : 32)}`))
      expect(verify).toHaveBeenCalledTimes(3)
      expect(digest).not.toHaveBeenCalled()
      const given = new Set(verify.mock.calls.map(([, , , bytes]) => bytes))
      expect(given.size).toBe(1)
      for (const [algorithm, key, signature] of verify.mock.calls) {
        expect(algorithm).toBe('HMAC')
        expect(key.extractable).toBe(false)
        expect((signature as ArrayBuffer).byteLength).toBe(32)
      }
    },
  )

  it('P16 compares in no way of its own', () => {
    const source = readFileSync(new URL('token-auth.ts', import.meta.url), 'utf8')
    expect(source).not.toMatch(/token\w* ?[!=]==|[!=]== ?token(?!\.length)|localeCompare/)
  })
})
