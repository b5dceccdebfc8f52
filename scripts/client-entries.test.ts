import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packages } from './packages.ts'

describe('an entry that uses React', () => {
  const entries = packages()
    .filter(({ name }) => ['@ambit/react', '@ambit/chat', '@ambit/devtools'].includes(name))
    .flatMap(({ folder, entries }) => [...entries.values()].map((entry) => join(folder, entry)))
    .filter((entry) => !entry.includes('/record/'))

  it.each(entries)('is a client module, which a server component may render: %s', (entry) => {
    expect(readFileSync(entry, 'utf8')).toMatch(/^'use client'\n/)
  })
})
