import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { execPath } from 'node:process'
import { beforeAll, describe, expect, it } from 'vitest'
import { publicPackages } from './packages.ts'
import { runCommand } from './run-command.ts'
import { unpackPackages } from './unpack-packages.ts'

const home = resolve('examples/test-runners')
const made = join(home, '.made')
const nodes = { 24: execPath, 22: join(home, 'node_modules/node22/bin/node') }
// The repository has Vitest, and the workspace of the recipes the rest.
const programs = {
  jest: join(home, 'node_modules/jest/bin/jest.js'),
  vitest: resolve('node_modules/vitest/vitest.mjs'),
}

/** One recipe of the guide. */
interface Recipe {
  readonly title: string
  readonly folder: string
  readonly files: readonly (readonly [path: string, source: string])[]
  readonly command: string
}

/** Reads the recipes of the guide: their code blocks that have a file's name, and their command. */
function readRecipes(): Recipe[] {
  const [head = '', ...sections] = readFileSync('docs/guides/test-runners.md', 'utf8').split(
    '\n## ',
  )
  const shared = filesOf(head)
  return sections.flatMap((section) => {
    const files = filesOf(section)
    const [folder = ''] = files[0]?.[0].split('/') ?? []
    if (!folder) return []
    const commands = /^```sh\n([\s\S]*?)^```$/m.exec(section)?.[1]?.trim().split('\n') ?? []
    const own = files.some(([path]) => path.includes('.test.')) ? [] : shared
    return {
      title: section.slice(0, section.indexOf('\n')),
      folder,
      files: [...files, ...own.map(([path, source]) => [join(folder, path), source] as const)],
      command: commands.at(-1) ?? '',
    }
  })
}

const filesOf = (text: string): [path: string, source: string][] =>
  [...text.matchAll(/^```jsx? (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', source = '']) => [
    path,
    source,
  ])

/** Runs a command of the guide with one Node, in the project that it is for. */
function runRecipe({ folder, command }: Recipe, node: string): ReturnType<typeof runCommand> {
  const line = Object.entries(programs).reduce(
    (text, [name, file]) => text.replace(`npx ${name}`, `node ${file}`),
    command,
  )
  const start = `cd ${join(made, folder)} && PATH=${dirname(node)}:$PATH && ${line}`
  return runCommand('sh', ['-c', start], { NODE_OPTIONS: '', CI: '1', NO_COLOR: '1' })
}

const recipes = readRecipes()

beforeAll(async () => {
  rmSync(made, { recursive: true, force: true })
  await unpackPackages(join(made, 'node_modules'))
  for (const [path, source] of recipes.flatMap(({ files }) => files)) {
    mkdirSync(dirname(join(made, path)), { recursive: true })
    writeFileSync(join(made, path), source)
  }
}, 600_000)

describe('the recipes of the guide', () => {
  it('are read', () => {
    expect(recipes.map(({ folder }) => folder)).toEqual([
      'vitest-jsdom',
      'vitest-happy-dom',
      'jest-babel',
      'jest-swc',
      'jest-esm',
      'node-test',
    ])
  })

  for (const recipe of recipes) {
    it(`pass their test, and print no warning: ${recipe.title}`, async () => {
      const { code, output } = await runRecipe(recipe, nodes[24])
      expect(output).not.toMatch(/not wrapped in act|console\.(error|warn)/)
      expect([code, output]).toEqual([0, expect.stringMatching(/1 pass|pass 1/)])
    }, 600_000)
  }

  it('pass with Node 22 too, where Jest loads no ES modules by itself', async () => {
    for (const recipe of recipes.filter(({ folder }) => /jest-swc|node-test/.test(folder))) {
      const { code, output } = await runRecipe(recipe, nodes[22])
      expect([code, output]).toEqual([0, expect.stringMatching(/1 pass|pass 1/)])
    }
  }, 600_000)
})

describe('the packed packages', () => {
  for (const [version, node] of Object.entries(nodes)) {
    it(`can be required by Node ${version}`, async () => {
      const entries = publicPackages().flatMap(({ name, entries: all }) =>
        /^ambit$|testing/.test(name) ? [...all.keys()] : [],
      )
      // These paths of `ambit` need a dependency, which nothing installs there.
      const without = /query|playwright|schema|^ambit\/(?:page-tools|plugins|storage)/
      const names = entries.filter((name) => !without.test(name))
      expect(names).toEqual(expect.arrayContaining(['ambit', 'ambit/chat', '@ambit/testing']))
      const file = join(made, 'required.cjs')
      const lines = names.map((name) => `require(${JSON.stringify(name)})`)
      writeFileSync(file, `${lines.join('\n')}\nconsole.log(process.version)\n`)
      const { code, output } = await runCommand(node, [file])
      expect([code, output]).toEqual([0, expect.stringContaining(`v${version}.`)])
    })
  }

  it('have no await at the top of a file, so that CommonJS can load them', () => {
    const cwd = join(made, 'node_modules')
    const files = globSync('{ambit,@ambit/testing}/dist/**/*.js', { cwd })
    expect(files.length).toBeGreaterThan(100)
    const awaits = files.filter((file) =>
      /^(?:const .* = )?await /m.test(readFileSync(join(cwd, file), 'utf8')),
    )
    expect(awaits).toEqual([])
  })
})
