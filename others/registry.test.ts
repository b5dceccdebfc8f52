import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { buildRegistry } from '../scripts/build-registry.ts'

it('the registry has an item for each look, and in each all that its files import', async () => {
  const out = mkdtempSync(join(tmpdir(), 'ambit-registry-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  await buildRegistry(out)
  const items = readdirSync(out).filter((file) => file !== 'registry.json')
  expect(items.toSorted()).toEqual([
    'approval-card.json',
    'chat.json',
    'composer.json',
    'launcher.json',
    'memory.json',
    'message.json',
    'tool-card.json',
  ])
  for (const file of items) {
    const item = JSON.parse(readFileSync(join(out, file), 'utf8'))
    const sources: { path: string; content: string }[] = item.files
    const has = sources.map(({ path }) => `./${path.slice('ambit/'.length, -'.tsx'.length)}`)
    const known = [
      ...has,
      'react',
      ...item.dependencies.flatMap((name: string) =>
        ['chat', 'plugins', 'react/state'].map((path) => `${name}/${path}`),
      ),
      ...item.registryDependencies.map((name: string) =>
        name === 'utils' ? '@/lib/utils' : `@/components/ui/${name}`,
      ),
    ]
    for (const { content } of sources) {
      const imports = [...content.matchAll(/from '(.+?)'/g)].map(([, from]) => from)
      expect(imports.length).toBeGreaterThan(0)
      // Each has hooks, or gives a function to a component.
      expect(content).toMatch(/^'use client'\n/)
      expect(known).toEqual(expect.arrayContaining(imports))
    }
  }
})
