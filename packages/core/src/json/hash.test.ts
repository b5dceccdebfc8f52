import { createHash } from 'node:crypto'
import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash } from './hash.ts'

const reference = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

describe('hash', () => {
  it('is the SHA-256 of the standard', () => {
    expect(hash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(hash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('agrees with another implementation at every length around a block, and on any text', () => {
    for (let length = 0; length < 130; length++) {
      const text = 'x'.repeat(length)
      expect(hash(text)).toBe(reference(text))
    }
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(hash(text)).toBe(reference(text))
      }),
      { numRuns: 50 },
    )
  })
})
