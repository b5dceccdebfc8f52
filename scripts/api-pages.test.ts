import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apiPages, folder, undocumented } from './api-pages.ts'

const pages = apiPages()

describe('the signatures in the reference', () => {
  it.each(Object.entries(pages))('%s is what api/ says; if not, run `pnpm api`', (name, text) => {
    expect(readFileSync(join(folder, name), 'utf8') === text).toBe(true)
  })

  it('have a page for each package, and no other', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(pages).toSorted())
  })

  it('have a docstring for every exported name', () => {
    expect(undocumented()).toEqual([])
  })
})
