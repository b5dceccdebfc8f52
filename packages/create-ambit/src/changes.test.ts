import { describe, expect, it } from 'vitest'
import { Terminal } from '../test/terminal.ts'
import { toDiff, writeChanges } from './changes.ts'

const numbers = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at + 1}\n`).join('')

describe('writeChanges', () => {
  it('writes none if a file has changed since', () => {
    const terminal = new Terminal({ 'a.txt': 'mine' })
    const changes = [
      { path: 'new.txt', before: undefined, after: 'new' },
      { path: 'a.txt', before: 'before', after: 'after' },
    ]
    expect(() => writeChanges(terminal.folder, changes)).toThrow('a.txt has changed')
    expect(terminal.files()).toEqual({ 'a.txt': 'mine' })
  })

  it.each([
    ['cannot be written', { path: 'a.txt/below.txt', before: undefined, after: '' }],
    ['cannot take its name', { path: 'folder', before: undefined, after: '' }],
  ])('brings back what was there if a file %s', (_, impossible) => {
    const terminal = new Terminal({ 'a.txt': 'before', 'folder/inside.txt': 'mine' })
    const changes = [
      { path: 'new.txt', before: undefined, after: 'new' },
      { path: 'a.txt', before: 'before', after: 'after' },
      impossible,
    ]
    expect(() => writeChanges(terminal.folder, changes)).toThrow()
    expect(terminal.files()).toEqual({ 'a.txt': 'before', 'folder/inside.txt': 'mine' })
  })
})

describe('toDiff', () => {
  it('shows three lines around each change', () => {
    const before = numbers(12)
    const after = before.replace('6\n', 'six\n')
    expect(toDiff([{ path: 'a.txt', before, after }])).toBe(
      'changed a.txt\n 3\n 4\n 5\n-6\n+six\n 7\n 8\n 9\n …\n',
    )
  })

  it('shows a new file whole', () => {
    expect(toDiff([{ path: 'a.txt', before: undefined, after: 'a\nb\n' }])).toBe(
      'new file a.txt\n+a\n+b\n',
    )
  })
})
