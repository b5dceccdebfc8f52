import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { guide, proxyTable, withTable } from './proxy-table.ts'

describe('the table of the proxy’s requirements', () => {
  it('is what the tests say; if not, run `node scripts/proxy-table.ts`', () => {
    const text = readFileSync(guide, 'utf8')
    expect(text).toBe(withTable(text, proxyTable()))
  })

  it('has a test for every requirement but the one of size and speed', () => {
    const unproved = proxyTable()
      .split('\n')
      .filter((row) => row.endsWith('no test |'))
    expect(unproved.map((row) => row.split(' ')[1])).toEqual(['P39'])
  })
})
