import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig, type MarkdownOptions } from 'vitepress'
import { docSections } from '../../scripts/doc-pages.ts'
import { headingSlug } from '../../scripts/heading-slug.ts'
import { installsAmbit, isPublished, notPublished } from '../../scripts/not-published.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sections = docSections(root)

/** The sections that the head of the site names. The sidebar has all of them. */
const inNav = new Set(['Begin', 'Build', 'Ship', 'Explain', 'Reference'])

/**
 * The address of the repository, such as `https://host.example/ambit/blob/main`. Without it, a link
 * to the repository is plain text.
 */
const repository = env['AMBIT_REPOSITORY_URL']

/** A check mark on a coloured square. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%234757d6'/%3E%3Cpath d='M4 8.5 7 11l5-6' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E"

/** Puts the guides before the reference, and that before the signatures, where all have a word. */
const boost = (id: string): number =>
  id.includes('/reference/api/') ? 0.1 : id.includes('/reference/') ? 0.4 : 1

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** Rewrites links to sources and decisions, which are not part of the site. */
function leadOutside(md: Markdown): void {
  md.core.ruler.push('outside', ({ tokens, env: { relativePath = '' } }) => {
    const inline = tokens.flatMap(({ children }) => children ?? [])
    let isPlain = false
    for (const token of inline) {
      if (token.type === 'link_close' && isPlain) {
        token.tag = 'span'
        token.type = 'span_close'
        isPlain = false
      }
      if (token.type !== 'link_open') continue
      const path = posix.join('docs', dirname(relativePath), token.attrGet('href') ?? '')
      const isRelative = !/^([a-z]+:|[#/])/.test(token.attrGet('href') ?? '')
      if (!isRelative || path.startsWith('docs/')) continue
      if (repository) {
        token.attrSet('href', `${repository}/${path}`)
        continue
      }
      token.tag = 'span'
      token.type = 'span_open'
      token.attrs = [['title', path]]
      isPlain = true
    }
  })
}

/** Shows the code in a sentence as it stands. Vue would otherwise run what is in double braces. */
function showCode(md: Markdown): void {
  md.core.ruler.push('code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'code_inline') token.attrSet('v-pre', '')
    }
  })
}

/** Says below each command that installs Ambit that it is not on npm yet. */
function noteInstalls(md: Markdown): void {
  if (isPublished) return
  const { fence } = md.renderer.rules
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const code = fence?.(tokens, index, ...rest) ?? ''
    if (!installsAmbit(tokens[index]?.content ?? '')) return code
    return `${code}<p>${md.renderInline(notPublished('/start.md'))}</p>`
  }
}

/** Extends the Markdown of the site. */
function extendMarkdown(md: Markdown): void {
  noteInstalls(md)
  leadOutside(md)
  showCode(md)
}

export default defineConfig({
  title: 'Ambit',
  description: 'An agent SDK for React whose loop runs in the page',
  lang: 'en',
  head: [['link', { rel: 'icon', href: icon }]],
  // The first page links to all others: they load when a user asks for one.
  router: { prefetchLinks: false },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: headingSlug },
    config: extendMarkdown,
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            boostDocument: boost,
          },
        },
      },
    },
    outline: 'deep',
    nav: sections
      .filter(({ title }) => inNav.has(title))
      .map(({ title, pages: [first] }) => ({ text: title, link: `/${first?.path ?? ''}` })),
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/${page.path}` })),
    })),
  },
  // The site also serves the Markdown of every page, because `llms.txt` lists the Markdown.
  buildEnd: ({ outDir, srcDir }) => {
    for (const { path } of sections.flatMap(({ pages }) => pages)) {
      mkdirSync(join(outDir, dirname(path)), { recursive: true })
      copyFileSync(join(srcDir, path), join(outDir, path))
    }
  },
})
