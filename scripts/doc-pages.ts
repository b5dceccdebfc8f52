// The reasons: decisions/0021.
import { readFileSync } from 'node:fs'

/** One page of the documentation. */
export interface DocPage {
  title: string
  /** Relative to `docs/`, with its extension. */
  path: string
  /** The subject of the page, in half a sentence. */
  about: string
}

/** Pages that belong together. */
export interface DocSection {
  title: string
  pages: DocPage[]
}

/**
 * Returns all pages of the documentation in the order of `docs/index.md`, which lists each once.
 */
export function docSections(root: string = '.'): DocSection[] {
  const [, ...sections] = readFileSync(`${root}/docs/index.md`, 'utf8').split('\n## ')
  return sections.map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    pages: [...section.matchAll(/^- \[(.+?)\]\((.+?)\): (.+)$/gm)].map(
      ([, title = '', path = '', about = '']) => ({ title, path, about }),
    ),
  }))
}
