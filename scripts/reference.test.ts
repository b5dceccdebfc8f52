import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiPages, namesPage } from './api-pages.ts'
import { exportsOf, publicPackages } from './packages.ts'

const reference = 'docs/reference'
const index = readFileSync(join(reference, 'index.md'), 'utf8')
const names = namesPage()

const entries = publicPackages().flatMap(({ folder, entries }) =>
  [...entries].map(([path, source]) => ({ path, names: exportsOf(join(folder, source)) })),
)

describe('docs/reference/index.md', () => {
  it('has a row for every import path, and for no other', () => {
    const listed = [...index.matchAll(/^\| `(.+?)` \|/gm)].map(([, path = '']) => path)
    expect(listed.toSorted()).toEqual(entries.map(({ path }) => path).toSorted())
  })
})

describe('docs/reference/names.md', () => {
  it('has each name of each path, with its signature', () => {
    const rows = names.split('\n')
    for (const { path, names: own } of entries) {
      for (const name of own) {
        const row = rows.find((row) => row.startsWith(`| \`${name}\` |`)) ?? name
        expect(row).toMatch(new RegExp(`\\[\`${path}\`\\]\\(api/[\\w-]+\\.md#`))
      }
    }
  })

  it('leads to a signature that names the pages about it', () => {
    expect(names).toContain('| `usePending` | [`ambit/react`](api/ambit.md#usepending) |')
    const page = apiPages()['docs/reference/api/ambit.md'] ?? ''
    const [, text = ''] = page.split('### `usePending`\n')
    expect(text.split('\n### ')[0]).toMatch(
      /^Pages: .*\[React\]\(\.\.\/\.\.\/reference\/react\.md\)/m,
    )
  })
})
