import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe } from 'vitest'

const scratch = resolve('.reports/doc-tests')

/** Returns the code of a page, each block as a file, with the names of `code-blocks.test.ts`. */
const blocksOf = (page: string): [file: string, source: string][] => {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```ts(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, name, source = ''], index) => [join(scratch, page, name ?? `block-${index}.ts`), source],
  )
}

const pages = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md'], {
  exclude: ['**/node_modules/**'],
})
rmSync(scratch, { recursive: true, force: true })
for (const page of pages) {
  const blocks = blocksOf(page)
  const tests = blocks.filter(([, source]) => source.includes("from 'vitest'"))
  if (tests.length === 0) continue
  for (const [file, source] of blocks) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, source)
  }
  // Each `it` in the page is a test of this file.
  describe(`the tests in ${page}`, async () => {
    for (const [file] of tests) await import(file)
  })
}
