import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiFolder, apiPages, undocumented } from './api-pages.ts'
import { readSurface } from './api-surface.ts'
import { publicPackages } from './packages.ts'

const pages = apiPages()

describe('the signatures in the reference', () => {
  it.each(publicPackages())(
    'have a page for $name with every entry and export',
    ({ folder, entries }) => {
      const file = basename(folder)
      const page = pages[join(apiFolder, `${file}.md`)] ?? ''
      const headings = page.split('\n').filter((line) => line.startsWith('#'))
      const surface = readSurface(readFileSync(`api/${file}.d.ts`, 'utf8'))
      expect(surface.map(({ path }) => path)).toEqual([...entries.keys()])
      for (const { path, exports } of surface) {
        expect(headings).toContain(`## \`${path}\``)
        for (const name of exports.keys()) expect(headings).toContain(`### \`${name}\``)
      }
    },
  )

  it('have no page for anything else', () => {
    expect(Object.keys(pages)).toHaveLength(publicPackages().length)
  })

  it('have a docstring for every exported name', () => {
    expect(undocumented()).toEqual([])
  })
})
