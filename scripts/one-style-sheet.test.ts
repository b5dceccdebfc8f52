import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { oneStyleSheet } from './one-style-sheet.ts'

describe('oneStyleSheet', () => {
  const sheet = oneStyleSheet('packages/chat/src/styles.css')

  it('imports nothing', () => {
    expect(sheet).not.toContain('@import')
  })

  it.each(globSync('packages/chat/src/*/**/*.css').toSorted())('holds %s', (path) => {
    expect(sheet).toContain(readFileSync(path, 'utf8'))
  })
})
