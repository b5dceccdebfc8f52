import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generatedPages } from './generated-pages.ts'
import { llmsList } from './llms.ts'

/**
 * Writes what `ambit` ships for those who read without the site: the pages of `docs/`, and their
 * list, `llms.txt`. Pages that are made with the site are left out.
 */
export function writePackageDocs(folder: string): void {
  rmSync(join(folder, 'docs'), { recursive: true, force: true })
  const generated = generatedPages()
  const pages = globSync('docs/**/*.md', { exclude: ['docs/node_modules/**'] }).filter(
    (path) => !(path in generated),
  )
  const shipped = new Set(pages)
  for (const page of pages) {
    mkdirSync(dirname(join(folder, page)), { recursive: true })
    writeFileSync(join(folder, page), packed(page, readFileSync(page, 'utf8'), shipped))
  }
  writeFileSync(join(folder, 'llms.txt'), packed('llms.txt', llmsList('docs/'), shipped))
}

/**
 * Returns a page without what it does not show, and without the section of the signatures. Of a
 * link to a file that is not shipped, only the words stay.
 */
export const packed = (page: string, text: string, shipped: ReadonlySet<string>): string =>
  text
    .replace(/^---[^]*?\n---\n+/, '')
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/\n## Signatures\n[\s\S]*?(?=\n## |$(?![\s\S]))/, '')
    .replaceAll(/!?\[([^\]]*)\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g, (link, words: string, to: string) =>
      shipped.has(join(dirname(page), to)) ? link : words,
    )
