import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventMeter } from './relay.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const sizeOf = (text: string): number => createEventMeter().write(bytesOf(text))
const isBetween = (text: string): boolean => {
  const meter = createEventMeter()
  meter.write(bytesOf(text))
  return meter.isBetween
}

describe('createEventMeter', () => {
  it.each([
    ['', true],
    ['data: a', false],
    ['data: a\n', false],
    ['data: a\n\n', true],
    ['data: a\r\n\r\n', true],
    ['data: a\r\r', true],
    ['data: a\r\n\r', true],
    ['data: a\n\ndata: b\n', false],
    ['data: ü', false],
  ])('P28 knows whether a comment can stand after %j', (text, expected) => {
    expect(isBetween(text)).toBe(expected)
  })

  it('P31 counts the bytes of the largest event', () => {
    expect(sizeOf('data: a\n\n')).toBe(9)
    expect(sizeOf('data: a\n\ndata: aaaa\n\ndata: a')).toBe(12)
    expect(sizeOf('data: Zürich\n\n')).toBe(15)
  })

  it('P28 P31 counts the same however the bytes are cut', () => {
    const text = 'data: Zürich 🧭\r\ndata: b\r\n\r\n: hi\n\nevent: x\rdata: c\r\rdata: rest'
    const bytes = bytesOf(text)
    const whole = createEventMeter()
    const largest = whole.write(bytes)
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 })
    const cut = fc.property(sizes, (lengths) => {
      const meter = createEventMeter()
      let found = 0
      for (let at = 0, nth = 0; at < bytes.length; nth++) {
        const length = lengths[nth % lengths.length] ?? 1
        found = Math.max(found, meter.write(bytes.slice(at, at + length)))
        at += length
      }
      return found === largest && meter.isBetween === whole.isBetween
    })
    fc.assert(cut, { numRuns: 500, seed: 5, examples: [[[1]]] })
  })
})
