import { describe, expect, it } from 'vitest'
import { englishComposer } from '../../strings/composer-strings.ts'
import { admitFiles } from './attachment-rules.ts'

const file = (name: string, type: string, size = 3) => new File(['x'.repeat(size)], name, { type })

describe('admitFiles', () => {
  it('takes what the list names, by type, by group and by extension', () => {
    const rules = { types: ['image/*', 'application/pdf', '.csv'] }
    const files = [
      file('a.png', 'image/png'),
      file('b.pdf', 'application/pdf'),
      file('C.CSV', ''),
      file('d.svgz', 'text/html'),
    ]
    const { admitted, refused } = admitFiles(files, 0, rules, englishComposer)
    expect(admitted.map(({ name }) => name)).toEqual(['a.png', 'b.pdf', 'C.CSV'])
    expect(refused).toEqual([englishComposer.fileKind('d.svgz')])
  })

  it('refuses what is too large or too much, and says which', () => {
    const rules = { types: ['text/*'], maxBytes: 5, maxFiles: 2 }
    const files = [
      file('long.txt', 'text/plain', 6),
      file('one.txt', 'text/plain'),
      file('two.txt', 'text/plain'),
    ]
    const { admitted, refused } = admitFiles(files, 1, rules, englishComposer)
    expect(admitted.map(({ name }) => name)).toEqual(['one.txt'])
    expect(refused).toEqual([englishComposer.fileSize('long.txt', 5), englishComposer.fileCount(2)])
  })
})
