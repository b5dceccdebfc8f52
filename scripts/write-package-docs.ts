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
  const pages = globSync('docs/**/*.md', { exclude: ['docs/node_modules/**'] })
  for (const page of pages.filter((path) => !(path in generated))) {
    mkdirSync(dirname(join(folder, page)), { recursive: true })
    writeFileSync(join(folder, page), packed(readFileSync(page, 'utf8')))
  }
  writeFileSync(join(folder, 'llms.txt'), packed(llmsList('docs/')))
}

/** Returns a page without what it does not show, and without the section of the signatures. */
const packed = (text: string): string =>
  text
    .replace(/^---[^]*?\n---\n+/, '')
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replace(/\n## Signatures\n[\s\S]*?(?=\n## |$(?![\s\S]))/, '')
