import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { command, guide, proxyTable } from './proxy-table.ts'
import { withTable } from './requirement-table.ts'

describe('the table of the proxy’s requirements', () => {
  it('is what the tests say; if not, run `node scripts/proxy-table.ts`', () => {
    const text = readFileSync(guide, 'utf8')
    expect(text).toBe(withTable(text, command, proxyTable()))
  })

  it('has a test for every requirement', () => {
    const unproved = proxyTable()
      .split('\n')
      .filter((row) => row.endsWith('no test |'))
    expect(unproved).toEqual([])
  })
})
