import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { docSections } from './doc-pages.ts'
import { generatedPages } from './generated-pages.ts'
import { llmsFiles } from './llms.ts'

const generated = Object.keys(generatedPages()).map((path) => relative('docs', path))
const listed = docSections().flatMap(({ pages }) => pages.map(({ path }) => path))

describe('docs/index.md', () => {
  it('lists every page once', () => {
    const written = globSync('**/*.md', {
      cwd: 'docs',
      exclude: ['node_modules/**', 'index.md', ...generated],
    })
    expect(listed.toSorted()).toEqual([...written, ...generated].toSorted())
  })
})

describe('llms.txt and llms-full.txt', () => {
  const { 'docs/public/llms.txt': list = '', 'docs/public/llms-full.txt': full = '' } = llmsFiles()

  it('list every page by its address on the site', () => {
    for (const path of listed) expect(list).toContain(`](/${path})`)
  })

  it('begin with the rules for a tool, and with them once', () => {
    expect(list.split('Schemas stand outside of components.')).toHaveLength(2)
    expect(list.indexOf('## Rules')).toBeLessThan(list.indexOf('## Begin'))
  })

  it('hold the text of every page that is in git', () => {
    const texts = listed.filter((path) => !generated.includes(path))
    const titles = texts.map(
      (path) => readFileSync(join('docs', path), 'utf8').split('\n')[0] ?? '',
    )
    const lines = new Set(full.split('\n'))
    expect(titles.filter((title) => !title.startsWith('# ') || !lines.has(title))).toEqual([])
    expect(full).not.toContain('<!-- reference/api/')
  })
})
