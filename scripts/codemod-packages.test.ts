import { describe, expect, it } from 'vitest'
import { movePackages } from './codemod-packages.ts'

/** Moves a file as the program does. Throws if a second run would change it again. */
function move(text: string, name = 'page.tsx'): { text: string; places: string[] } {
  const places: string[] = []
  const once = movePackages(text, name, (line, why) => places.push(`${line}: ${why}`))
  expect(movePackages(once, name, () => undefined)).toBe(once)
  return { text: once, places }
}

describe('code', () => {
  it.each([
    ["import { createAgent } from '@ambit/core'", "import { createAgent } from 'ambit'"],
    ["import type { Agent } from '@ambit/core'", "import type { Agent } from 'ambit'"],
    ['import { useTool } from "@ambit/react";', 'import { useTool } from "ambit/react";'],
    ["import '@ambit/chat/styles.css'", "import 'ambit/chat/styles.css'"],
    ["import '@ambit/core/schema/zod'", "import 'ambit/schema/zod'"],
    ["import * as core from '@ambit/core'", "import * as core from 'ambit'"],
    ["export { Tool } from '@ambit/core'", "export { Tool } from 'ambit'"],
    ["export * from '@ambit/react'", "export * from 'ambit/react'"],
    ["const chat = await import('@ambit/chat')", "const chat = await import('ambit/chat')"],
    [
      "const { sandbox } = await import('@ambit/browser')",
      "const { sandbox } = await import('ambit/plugins')",
    ],
    ["const { Tool } = require('@ambit/core')", "const { Tool } = require('ambit')"],
    ["let agent: import('@ambit/core').Agent", "let agent: import('ambit').Agent"],
    ["vi.mock('@ambit/core/code', () => ({}))", "vi.mock('ambit/code', () => ({}))"],
    [
      "declare module '@ambit/core' {\n  interface Register {}\n}",
      "declare module 'ambit' {\n  interface Register {}\n}",
    ],
    [
      "// See `@ambit/core/storage`.\nimport '@ambit/core'",
      "// See `ambit/storage`.\nimport 'ambit'",
    ],
  ])('moves %s', (before, after) => {
    expect(move(before)).toEqual({ text: after, places: [] })
  })

  it('gives each name the import of its own path', () => {
    const before = "import { indexedDbStorage, sandbox as box } from '@ambit/browser'\n"
    expect(move(before).text).toBe(
      "import { indexedDbStorage } from 'ambit/storage'\nimport { sandbox as box } from 'ambit/plugins'\n",
    )
  })

  it('makes one import of two that come from the same path now', () => {
    const before = [
      "import { audit } from '@ambit/core/audit'",
      "import type { Redaction } from '@ambit/core/redaction'",
      "import { digest } from '@ambit/core/tool-list'",
      '',
    ].join('\n')
    expect(move(before).text).toBe(
      "import { audit, type Redaction, digest } from 'ambit/plugins'\n",
    )
  })

  it('adds to an import of `ambit` that is there', () => {
    const before = "import { createAgent } from 'ambit'\nimport { AgentError } from '@ambit/core'\n"
    expect(move(before).text).toBe("import { createAgent, AgentError } from 'ambit'\n")
  })

  it('keeps the comments of an import that only gets another path', () => {
    const before = "import {\n  // The agent.\n  createAgent,\n} from '@ambit/core'\n"
    expect(move(before).text).toBe(before.replace('@ambit/core', 'ambit'))
  })

  it('leaves a name that `ambit` does not have, and tells of it', () => {
    const { text, places } = move("import { createAgent, systemClock } from '@ambit/core'")
    expect(text).toBe(
      "import { createAgent } from 'ambit'\nimport { systemClock } from '@ambit/core'",
    )
    expect(places).toEqual([expect.stringMatching(/^1: `systemClock` of `@ambit\/core` is not in/)])
  })

  it('tells of names of several paths that are taken at once', () => {
    const { places } = move("const { sandbox, indexedDbStorage } = await import('@ambit/browser')")
    expect(places).toEqual(['1: Split this: its names are in ambit/plugins and ambit/storage'])
  })

  it('leaves the packages that a user installs', () => {
    const code = "import { createProxy } from '@ambit/proxy'\nimport '@ambit/devtools'\n"
    expect(move(code).text).toBe(code)
  })
})

describe('a page', () => {
  it('has its commands, its prose and its blocks moved', () => {
    const before = [
      'Install `@ambit/core`, and `@ambit/proxy` on the server. See `@ambit/core/wire`.',
      '',
      '```sh',
      'npm i @ambit/core @ambit/react @ambit/proxy @ambit/chat zod',
      '```',
      '',
      '```tsx',
      "import { useTool } from '@ambit/react'",
      '```',
      '',
      '```ts',
      "import { Tool } from '@ambit/core'",
      'new Tool({ … })',
      '```',
    ]
    expect(move(before.join('\n'), 'page.md').text.split('\n')).toEqual([
      'Install `ambit`, and `@ambit/proxy` on the server. See `ambit/protocol`.',
      '',
      '```sh',
      'npm i ambit @ambit/proxy zod',
      '```',
      '',
      '```tsx',
      "import { useTool } from 'ambit/react'",
      '```',
      '',
      '```ts',
      "import { Tool } from 'ambit'",
      'new Tool({ … })',
      '```',
    ])
  })
})

describe('a manifest', () => {
  it('depends on `ambit` once, at the version of what it depended on', () => {
    const before = {
      name: 'shop',
      dependencies: { '@ambit/core': '^0.1.0', '@ambit/react': '^0.1.0', react: '^19.0.0' },
      devDependencies: { '@ambit/local-models': '^0.1.0', '@ambit/testing': '^0.1.0' },
    }
    const { text } = move(`${JSON.stringify(before, null, 2)}\n`, 'app/package.json')
    expect(JSON.parse(text)).toEqual({
      name: 'shop',
      dependencies: { ambit: '^0.1.0', react: '^19.0.0' },
      devDependencies: { '@ambit/testing': '^0.1.0' },
    })
  })
})
