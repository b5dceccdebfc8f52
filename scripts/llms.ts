import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { docSections } from './doc-pages.ts'

/** Where the site takes them from: what stands here is served at its root. */
export const folder = 'docs/public'

/**
 * The list of pages for programs that read the documentation (llmstxt.org): `docs/index.md` with
 * links from the site's root.
 */
const list = (): string =>
  readFileSync('docs/index.md', 'utf8').replaceAll(/\]\((?=[\w-]+[./])/g, '](/')

/**
 * Every page but the signatures, which the list leads to, one after another, and without what is
 * there for tools alone.
 */
const pages = (): string =>
  docSections()
    .flatMap((section) => section.pages)
    .filter(({ path }) => !path.startsWith('reference/api/'))
    .map(({ path }) => {
      const text = readFileSync(join('docs', path), 'utf8').replaceAll(/<!--[\s\S]*?-->\n?/g, '')
      return `<!-- ${path} -->\n\n${text.trim()}\n`
    })
    .join('\n')

/** Both files by their names. */
export const llmsFiles = (): Record<string, string> => ({
  'llms.txt': list(),
  'llms-full.txt': pages(),
})

if (argv[1]?.endsWith('llms.ts')) {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(llmsFiles())) writeFileSync(join(folder, name), text)
}
