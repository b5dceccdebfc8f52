import { describe, expect, it } from 'vitest'
import { englishComposer } from '../../strings/composer-strings.ts'
import { admitFiles, isAccepted } from './attachment-rules.ts'

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name)

describe('admitFiles', () => {
  it('refuses what is empty or too much, and says which', () => {
    const files = [file('none.txt', 0), file('one.txt'), file('two.txt')]
    const { admitted, refused } = admitFiles(files, 1, { maxFiles: 2 }, englishComposer)
    expect(admitted.map(({ name }) => name)).toEqual(['one.txt'])
    expect(refused).toEqual([englishComposer.fileEmpty('none.txt'), englishComposer.fileCount(2)])
  })
})

describe('isAccepted', () => {
  it.each([
    ['a.png', 'image/png', true],
    ['b.pdf', 'application/pdf', true],
    ['C.CSV', '', true],
    ['d.svgz', 'text/html', false],
  ])('takes what the list names by type, group and extension: %s', (name, type, isTaken) => {
    expect(isAccepted({ name, type }, ['image/*', 'application/pdf', '.csv'])).toBe(isTaken)
  })
})
