import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { docSections } from './doc-pages.ts'
import { folder, llmsFiles } from './llms.ts'

describe('docs/index.md', () => {
  it('lists every page once', () => {
    const listed = docSections().flatMap(({ pages }) => pages.map(({ path }) => path))
    const there = globSync('**/*.md', { cwd: 'docs', exclude: ['node_modules/**', 'index.md'] })
    expect(listed.toSorted()).toEqual(there.toSorted())
  })
})

describe('llms.txt and llms-full.txt', () => {
  it.each(Object.entries(llmsFiles()))(
    '%s is what the docs say; if not, run `pnpm docs:llms`',
    (name, text) => {
      expect(readFileSync(join(folder, name), 'utf8') === text).toBe(true)
    },
  )
})
