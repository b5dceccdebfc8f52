import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { installsAmbit, isPublished, notPublished } from './not-published.ts'

/** Returns the blocks of a page that install Ambit, each with the line after it. */
const installsOf = (page: string): { code: string; after: string }[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```\n\n(.*)$/gm)]
    .map(([, code = '', after = '']) => ({ code, after }))
    .filter(({ code }) => installsAmbit(code))

describe('the READMEs of the packages', () => {
  it('say below each command that installs them that they are not on npm yet', () => {
    const readmes = globSync('packages/*/README.md')
    const found = readmes.flatMap((page) =>
      installsOf(page).map((install) => ({ page, ...install })),
    )
    expect(found.length).toBeGreaterThan(4)
    const sentence = notPublished('../../docs/start.md')
    expect(found.filter(({ after }) => after.includes(sentence) === isPublished)).toEqual([])
  })
})
