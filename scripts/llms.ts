import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { docSections } from './doc-pages.ts'
import { generatedPages } from './generated-pages.ts'

/**
 * Returns the list of pages for programs that read the documentation (llmstxt.org). It is
 * `docs/index.md` with links from the root of the site, without what only the site shows.
 */
const list = (): string =>
  readFileSync('docs/index.md', 'utf8')
    .replace(/^---[^]*?\n---\n+/, '')
    .replaceAll(/\]\((?=[\w-]+[./])/g, '](/')

/** Returns the text of every page that is in git, without comments. Others are only listed. */
const pages = (): string => {
  const generated = generatedPages()
  return docSections()
    .flatMap((section) => section.pages)
    .filter(({ path }) => !(join('docs', path) in generated))
    .map(({ path }) => {
      const text = readFileSync(join('docs', path), 'utf8').replaceAll(/<!--[\s\S]*?-->\n?/g, '')
      return `<!-- ${path} -->\n\n${text.trim()}\n`
    })
    .join('\n')
}

/** Returns both files by their paths. The site serves `docs/public` at its root. */
export const llmsFiles = (): Record<string, string> => ({
  'docs/public/llms.txt': list(),
  'docs/public/llms-full.txt': pages(),
})
