import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { defineConfig, type MarkdownOptions } from 'vitepress'
import { docSections } from '../../scripts/doc-pages.ts'
import { headingSlug } from '../../scripts/heading-slug.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sections = docSections(root)

/**
 * The address of the repository, such as `https://host.example/ambit/blob/main`. Without it, a link
 * to the repository is plain text.
 */
const repository = env['AMBIT_REPOSITORY_URL']

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

/** Extends the Markdown of the site. */
function extendMarkdown(md: Markdown): void {
  leadOutside(md)
  showCode(md)
}

export default defineConfig({
  title: 'Ambit',
  description: 'An agent SDK for React whose loop runs in the page',
  lang: 'en',
  markdown: { anchor: { slugify: headingSlug }, config: extendMarkdown },
  themeConfig: {
    search: { provider: 'local' },
    outline: 'deep',
    nav: sections.map(({ title, pages: [first] }) => ({
      text: title,
      link: `/${first?.path ?? ''}`,
    })),
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
