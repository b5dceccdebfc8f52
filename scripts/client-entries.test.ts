import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packages } from './packages.ts'

/** The files that only pass on what others export, `Chat` among it. */
const ofAmbit = 'packages/ambit/src/chat.ts'
const index = 'packages/chat/src/index.ts'
const parts = 'packages/chat/src/parts.ts'

const exportsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^export \{.*\} from '(.+)'$/gm)].map(([, from = '']) =>
    join(file, '..', from),
  )

describe('an entry that uses React', () => {
  const entries = packages()
    .flatMap(({ folder, entries }) =>
      [...entries].map(([path, entry]) => ({ path, entry: join(folder, entry) })),
    )
    .filter(({ path }) => /^@?ambit\/(?:react|chat|devtools)/.test(path))
    .map(({ entry }) => entry)
    .filter((entry) => !entry.includes('/record/') && entry !== index && entry !== ofAmbit)
  const ofChat = exportsOf(index).filter((file) => /[/](?:copilot|use-)/.test(file))

  it.each([...entries, ...ofChat, ...exportsOf(parts)])(
    'is a client module, which a server component may render: %s',
    (entry) => {
      expect(readFileSync(entry, 'utf8')).toMatch(/^'use client'\n/)
    },
  )

  it.each([ofAmbit, index, parts])(
    'is none if it has `Chat`, whose members a server takes: %s',
    (file) => {
      expect(readFileSync(file, 'utf8')).not.toMatch(/^'use client'/m)
    },
  )
})
