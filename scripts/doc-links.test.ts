import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generatedPages } from './generated-pages.ts'
import { headingSlug } from './heading-slug.ts'

/** The pages that are made with the site, by their paths. */
const generated = generatedPages()

const written = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'packages/*/README.md',
    'bench/*.md',
    'decisions/*.md',
    'scripts/*/*.md',
  ],
  { exclude: ['**/node_modules/**', ...Object.keys(generated)] },
)
const pages = [...written, ...Object.keys(generated)]

/** Returns the text of a page without its code, which has neither links nor headings. */
const proseOf = (page: string): string =>
  (generated[page] ?? readFileSync(page, 'utf8')).replaceAll(/^```[\s\S]*?^```$/gm, '')

const linksOf = (page: string): string[] =>
  [
    ...proseOf(page)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+)/g),
  ].flatMap(([, target = '']) => (/^[a-z]+:/.test(target) ? [] : [target]))

/** Returns the anchors of a page. A repeated heading has a number from the second time on. */
function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>()
  return [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
    const slug = headingSlug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    return times ? `${slug}-${times}` : slug
  })
}

/** The anchors of the pages that were asked for. */
const anchors = new Map<string, string[]>()

function problemOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#')
  const target = path ? normalize(join(dirname(page), path)) : page
  if (target in generated && !page.startsWith('docs/') && !(page in generated))
    return `${page}: ${target} is not in the repository, only on the site`
  if (!(target in generated) && !existsSync(target)) return `${page}: there is no ${target}`
  if (anchor === undefined || !target.endsWith('.md')) return undefined
  const there = anchors.get(target) ?? anchorsOf(target)
  anchors.set(target, there)
  return there.includes(anchor) ? undefined : `${page}: no heading in ${target} is #${anchor}`
}

describe('the links in the Markdown', () => {
  it('lead to files and headings that are there', () => {
    const links = pages.flatMap((page) => linksOf(page).map((link) => ({ page, link })))
    expect(links.length).toBeGreaterThan(100)
    expect(links.flatMap(({ page, link }) => problemOf(page, link) ?? [])).toEqual([])
  })

  it('lead to each decision from the page or the file that it explains', () => {
    const decisions = globSync('decisions/*.md')
    const files = globSync(
      [
        '*.{md,ts}',
        'docs/{explain,guides,live,reference}/**/*.{md,ts,tsx}',
        '{bench,others,packages,scripts}/**/*.{md,ts,tsx,mjs}',
      ],
      { exclude: ['**/node_modules/**', '**/dist/**'] },
    )
    const named = new Set(
      files.flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/decisions\/(\d{4})/g)].map(([, number]) => number),
      ),
    )
    expect(decisions.length).toBeGreaterThan(40)
    expect(decisions.filter((file) => !named.has(file.slice(10, 14)))).toEqual([])
    const numbers = new Set(decisions.map((file) => file.slice(10, 14)))
    expect([...named].filter((number = '') => !numbers.has(number))).toEqual([])
  })

  it('of a README that is packed lead to what is packed with it', () => {
    const readmes = globSync('packages/*/README.md')
    expect(readmes.length).toBeGreaterThan(8)
    const outside = readmes.flatMap((page) => {
      const manifest = readFileSync(join(dirname(page), 'package.json'), 'utf8')
      const { files } = JSON.parse(manifest) as { files: string[] }
      // This sentence leaves the READMEs when they are published.
      const now = linksOf(page).filter((link) => link !== '../../docs/start.md#1-install')
      return now
        .filter(
          (link) => !link.startsWith('#') && !files.includes(normalize(link).split('/')[0] ?? ''),
        )
        .map((link) => `${page}: ${link}`)
    })
    expect(outside).toEqual([])
  })
})
