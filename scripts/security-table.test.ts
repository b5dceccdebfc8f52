import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withTable } from './requirement-table.ts'
import { command, guide, securityTable } from './security-table.ts'

describe('the table of what the agent promises', () => {
  it('is what the tests say; if not, run `node scripts/security-table.ts`', () => {
    const text = readFileSync(guide, 'utf8')
    expect(text).toBe(withTable(text, command, securityTable()))
  })

  it('has a test for every row', () => {
    expect(securityTable()).not.toContain('| no test |')
  })
})

describe('what is shipped', () => {
  it('A21 holds no key of a provider, in source or in what is built', () => {
    const files = globSync('packages/*/{src,dist}/**/*.{ts,tsx,js,css,map}', {
      exclude: ['**/*.test.*', '**/node_modules/**'],
    })
    expect(files.length).toBeGreaterThan(100)
    const holding = files.filter((file) =>
      /\bsk-(?:ant-|proj-)?[A-Za-z\d]{20,}|\bAIza[\w-]{35}|\bAKIA[A-Z\d]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----\s/.test(
        readFileSync(file, 'utf8'),
      ),
    )
    expect(holding).toEqual([])
  })
})
