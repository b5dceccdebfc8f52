import { describe, expect, it } from 'vitest'
import { readChallenge } from './discovery.ts'

describe('readChallenge', () => {
  it.each([
    ['Bearer resource_metadata="https://a.example/x"', { resourceMetadata: 'https://a.example/x' }],
    ['bearer error=insufficient_scope, scope="a b"', { error: 'insufficient_scope', scope: 'a b' }],
    ['Bearer realm="scope=\\"evil\\", scope=evil", scope="good"', { scope: 'good' }],
    ['Basic scope="evil", Bearer scope="good"', { scope: 'good' }],
    ['Bearer scope="good", Digest scope="evil", error="evil"', { scope: 'good' }],
    ['Bearer scope="one", scope="two"', { scope: 'one' }],
    ['Bearer SCOPE = "a\\\\b"', { scope: 'a\\b' }],
    ['Basic dXNlcg==', {}],
    ['Bearer', {}],
    ['Bearer scope=', {}],
    ['', {}],
    [null, {}],
  ])('reads %s', (header, challenge) => {
    const all = { resourceMetadata: undefined, scope: undefined, error: undefined }
    expect(readChallenge(header)).toEqual({ ...all, ...challenge })
  })

  it('reads no more than 4,096 characters', () => {
    expect(readChallenge(`Bearer x="${'y'.repeat(4096)}", scope="late"`).scope).toBeUndefined()
  })
})
