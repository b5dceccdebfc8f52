import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'bench/*.md'], {
  exclude: ['**/node_modules/**'],
})
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** Whether `pnpm <name>` runs something here: a script, or a program of a dependency. */
const isThere = (name: string): boolean =>
  name in scripts || existsSync(`node_modules/.bin/${name}`)

describe('the commands in the Markdown', () => {
  it('are scripts of this repository', () => {
    const named = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/(?:^|`|yes |=1 )pnpm(?:@12)? ([a-z][\w:-]*)/gm)].map(
        ([, name = '']) => ({ page, name }),
      ),
    )
    const lost = named.filter(({ name }) => !isThere(name))
    expect(named.length).toBeGreaterThan(10)
    expect(lost).toEqual([])
  })

  it.each(['demo', 'test'])('say in the README how long `%s` takes', (name) => {
    const line = new RegExp(`^npx --yes pnpm@12 ${name} +# .*\\bminutes?\\b`, 'm')
    expect(readFileSync('README.md', 'utf8')).toMatch(line)
  })

  it('run files that are there', () => {
    const files = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\bnode ((?:[\w-]+\/)+[\w.-]+\.ts)\b/g)].map(
        ([, file = '']) => file,
      ),
    )
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  })
})
