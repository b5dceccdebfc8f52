import { describe, expect, it } from 'vitest'
import { LineSplitter, type Piece } from './line-splitter.ts'

function split(text: string): { pieces: Piece[]; splitter: LineSplitter } {
  const pieces: Piece[] = []
  const splitter = new LineSplitter((piece) => pieces.push(piece))
  splitter.push(text)
  return { pieces, splitter }
}

const texts = (pieces: Piece[]) =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : piece.chunks.join('')))

describe('LineSplitter', () => {
  it('closes a paragraph when the next one begins after a blank line', () => {
    const { pieces, splitter } = split('one\ntwo\n\nthree\n')
    expect(texts(pieces)).toEqual(['one\ntwo\n\n'])
    expect(splitter.open).toEqual({ kind: 'text', text: 'three\n', continues: false })
  })

  it('keeps the items of a list together, loose ones too', () => {
    const { pieces } = split('- a\n\n- b\n\n  more\n\nafter\n')
    expect(texts(pieces)).toEqual(['- a\n\n- b\n\n  more\n\n'])
  })

  it('gives fenced code as it is, while it grows', () => {
    const { pieces, splitter } = split('text\n```ts\nconst a = 1\n\n# no')
    expect(texts(pieces)).toEqual(['text\n'])
    expect(splitter.open).toEqual({ kind: 'code', info: 'ts', chunks: ['const a = 1\n\n# no'] })
  })

  it('hides the beginning of a closing fence', () => {
    const { splitter } = split('~~~~\ncode\n~~')
    expect(splitter.open).toEqual({ kind: 'code', info: '', chunks: ['code'] })
  })

  it('closes a fence by one as long, of the same character', () => {
    const { pieces } = split('````\n```\n~~~~\n````\nafter\n\nx\n')
    expect(texts(pieces)).toEqual(['```\n~~~~', 'after\n\n'])
  })

  it('takes a fence inside of a list as part of the list', () => {
    const { pieces } = split('- a\n\n  ```\n  code\n  ```\n\n- b\n\nend\n')
    expect(pieces).toHaveLength(1)
  })

  it('cuts a list that grows too long before an item, and says that it goes on', () => {
    const { pieces, splitter } = split('1. item of a long list\n'.repeat(800))
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.every((piece) => piece.kind === 'text' && piece.text.length < 9000)).toBe(true)
    expect(splitter.open).toMatchObject({ continues: true })
  })

  it('cuts a table that grows too long and repeats its header', () => {
    const head = '| a | b |\n|---|---|\n'
    const { pieces } = split(head + '| 1 | 2 |\n'.repeat(3000))
    expect(pieces.length).toBeGreaterThan(2)
    for (const text of texts(pieces)) expect(text.startsWith(head)).toBe(true)
  })

  it('does not let a long header multiply', () => {
    const head = `| ${'h'.repeat(3000)} | b |\n|---|---|\n`
    const source = head + '|1|2|\n'.repeat(4000)
    const { pieces, splitter } = split(source)
    splitter.finish()
    expect(texts(pieces).join('').length).toBe(source.length)
  })

  it('never gives back another text than it was given', () => {
    const source = 'a\n\n- b\n\n\n  c\n> d\n\n    e\n'
    const { pieces, splitter } = split(source)
    splitter.finish()
    expect(texts(pieces).join('')).toBe(source)
  })
})
