import { describe, expect, it } from 'vitest'
import { tokenAuth } from './token-auth.ts'

const token = 'a'.repeat(16) + 'b'.repeat(16)
const ask = (authorization?: string) =>
  new Request('https://x.example', {
    headers: authorization === undefined ? {} : { authorization },
  })

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
})
