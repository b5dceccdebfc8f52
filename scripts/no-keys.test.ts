import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

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
