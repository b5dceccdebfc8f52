import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leastBrowsers } from '../../packages/core/src/platform.ts'
import { generatedPages } from '../generated-pages.ts'
import { featureDetected } from './feature-detected.ts'
import { newerInFiles } from './newer-in-files.ts'
import { api, childOf, javascript, lackedBy, leastVersions } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'ambit-versions-'))

/** Returns the names of what is newer in a file with this content. */
async function namesIn(file: string, code: string): Promise<string[]> {
  const path = join(folder, file)
  writeFileSync(path, code)
  return (await newerInFiles([path])).map(({ name }) => name)
}

describe('newerInFiles', () => {
  const newer: [string, string][] = [
    ['using a = open()', 'syntax'],
    ['for (const a of new Set([1]).union(b)) a()', '.union'],
    ['Iterator.from(a)', 'Iterator.from'],
    ['globalThis.Iterator.from(a)', '.Iterator'],
    ['Array.fromAsync(a)', 'Array.fromAsync'],
    ['const { try: attempt } = Promise', 'Promise.try'],
    ['document.startViewTransition(a)', 'document.startViewTransition'],
    ['find().moveBefore(a, null)', '.moveBefore'],
    ['find()["moveBefore"](a, null)', '.moveBefore'],
    ['new Intl.DurationFormat()', 'Intl.DurationFormat'],
    ['/(?i:a)b/.test(a)', '(?i:)'],
    ['style.fieldSizing = "content"', '.fieldSizing'],
  ]
  it.each(newer)('finds %s', async (code, name) => {
    expect(await namesIn('a.js', code)).toContain(name)
  })

  const newerStyles: [string, string][] = [
    ['a { field-sizing: content }', 'field-sizing'],
    ['a { position-anchor: --b }', 'position-anchor'],
    ['a { width: anchor-size(width) }', 'anchor-size()'],
    ['@position-try --a { top: 0 }', '@position-try'],
    ['details::details-content { color: red }', ':details-content'],
    ['a { text-wrap: balance }', 'text-wrap: balance'],
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    ['a { --b: var(--c, light-dark(red, blue)) }', 'light-dark()'],
  ]
  it.each(newerStyles)('finds %s', async (code, name) => {
    expect(await namesIn('a.css', code)).toContain(name)
  })

  it('finds a member of others beside a private one with its name', async () => {
    const code = 'class A { #union() { return this.#union() } b(set) { return set.union(this) } }'
    expect(await namesIn('a.js', code)).toEqual(['.union'])
  })

  it('finds nothing in what is old enough, nor in names of the own code', async () => {
    const old = [
      'class A { #a = 1; static b = 2; union() { return this.#a } }',
      'export const found = [3, 1].toSorted().at(-1) ?? Promise.withResolvers()',
      'const run = { moveBefore: () => 1 }; run.moveBefore(); new A().union()',
      'const Iterator = 1; typeof Temporal; found(Iterator, /\\p{L}/u)',
    ]
    expect(await namesIn('b.js', old.join('\n'))).toEqual([])
    expect(await namesIn('b.css', 'a { display: grid; &:hover { gap: 1px } }')).toEqual([])
  })
})

describe('the least versions', () => {
  it('are those that brought the newest functions of `isSupported`', () => {
    const { builtins } = javascript
    const newest = [
      childOf(childOf(builtins, 'Promise'), 'withResolvers'),
      childOf(childOf(builtins, 'Intl'), 'Segmenter'),
      childOf(childOf(api, 'AbortSignal'), 'any_static'),
      childOf(childOf(api, 'URL'), 'canParse_static'),
    ]
    for (const feature of newest) expect(lackedBy(feature)).toEqual([])
    expect(leastVersions).toEqual({
      chrome: '120',
      edge: '120',
      firefox: '125',
      safari: '17.4',
      safari_ios: '17.4',
    })
  })

  it.each(['README.md', 'docs/reference/browser-versions.md'])('are written in %s', (file) => {
    expect(readFileSync(file, 'utf8')).toContain(leastBrowsers)
  })

  it('each feature that is used where it is there has its row in the docs', () => {
    const page = generatedPages()['docs/reference/browsers.md']
    for (const { names, without } of featureDetected) {
      expect(page).toContain(`| ${names.map((name) => `\`${name}\``).join(', ')} | ${without} |`)
    }
  })
})
