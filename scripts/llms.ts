import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { docSections } from './doc-pages.ts'
import { generatedPages } from './generated-pages.ts'

const skill = 'packages/ambit/skills/ambit/SKILL.md'

/**
 * Returns the list of pages for programs that read the documentation (llmstxt.org). It is
 * `docs/index.md` with the rules of the skill for coding assistants, and with links from that root.
 */
export function llmsList(root: string): string {
  const [rules] = /^## Rules\n[\s\S]*?(?=^## )/m.exec(readFileSync(skill, 'utf8')) ?? []
  if (!rules) throw new Error(`${skill} has no rules.`)
  return readFileSync('docs/index.md', 'utf8')
    .replace(/^---[^]*?\n---\n+/, '')
    .replace('## Begin\n', () => `${rules}## Begin\n`)
    .replaceAll(/\]\((?=[\w-]+[./])/g, `](${root}`)
}

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
  'docs/public/llms.txt': llmsList('/'),
  'docs/public/llms-full.txt': pages(),
})
