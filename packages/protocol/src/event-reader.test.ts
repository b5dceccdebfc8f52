import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEventReader } from './part.ts'

function read(pieces: readonly string[]): string[] {
  const events: string[] = []
  const readText = createEventReader((data) => events.push(data))
  for (const piece of pieces) readText(piece)
  return events
}

/** Returns a text cut at every place in turn. */
const cuts = (text: string): string[][] =>
  Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)])

describe('createEventReader', () => {
  for (const [name, end] of Object.entries({ LF: '\n', CRLF: '\r\n', CR: '\r' })) {
    it(`reads lines that end with ${name}, wherever they are cut`, () => {
      const lines = [
        ':hi',
        'data: a',
        '',
        'id: 1',
        'data:b',
        'data:  c',
        '',
        '',
        'event: x',
        '',
        ': end',
      ]
      const text = lines.join(end)
      for (const pieces of [[text], [...text], ...cuts(text)]) {
        expect(read(pieces)).toEqual(['a', 'b\n c'])
      }
    })
  }

  it('R42 gives back any text, however it is cut', () => {
    const texts = fc.array(fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 9 }), (sent, size) => {
        const text = sent.map((data) => `data: ${data}\n\n`).join('')
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
          text.slice(at * size, (at + 1) * size),
        )
        expect(read(pieces)).toEqual(sent)
      }),
    )
  })

  it('hands on nothing of an event whose end did not come', () => {
    expect(read(['data: a\n\ndata: b\n'])).toEqual(['a'])
  })

  it('takes a line of many pieces for what it is', () => {
    const data = 'x'.repeat(100_000)
    expect(read([...`data: ${data}\n\n`])).toEqual([data])
  })
})
