import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { oneStyleSheet } from './one-style-sheet.ts'

describe('oneStyleSheet', () => {
  const [first, rest] = ['styles', 'parts'].map((name) =>
    oneStyleSheet(`packages/chat/src/${name}.css`),
  )
  const sheet = `${first}${rest}`

  it('imports nothing', () => {
    expect(sheet).not.toContain('@import')
  })

  it.each(globSync('packages/chat/src/*/**/*.css').toSorted())('holds %s', (path) => {
    expect(sheet).toContain(oneStyleSheet(path))
  })
})
