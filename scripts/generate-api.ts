import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { argv, exit } from 'node:process'
import { build } from 'tsdown'
import { parseSync } from 'vite'
import { packages, type Package } from './packages.ts'
import { runCommand } from './run-command.ts'

// Writes `api/<package>.d.ts`, the public surface of each package. With `--check` it writes nothing
// and fails when the committed files differ from the source.
const checking = argv.includes('--check')
const scratch = '.reports/api'
rmSync(scratch, { recursive: true, force: true })

/**
 * Returns the declarations of one entry after another. Each is one flat text, so a change of the
 * internal files that leaves the surface as it is changes nothing here.
 */
async function surface({ name, folder, entries }: Package): Promise<string> {
  const parts: string[] = []
  const written = new Set<string>()
  for (const [path, entry] of entries) {
    const outDir = join(scratch, path)
    await build({
      config: false,
      cwd: folder,
      entry: { entry },
      outDir: join('../..', outDir),
      format: 'esm',
      platform: 'neutral',
      // What core exports of it is part of core's surface.
      deps: { alwaysBundle: name === '@ambit/core' ? [/^@ambit\/protocol/] : [] },
      inputOptions: { resolve: { conditionNames: ['ambit-source'] } },
      dts: { emitDtsOnly: true, sourcemap: false, oxc: { stripInternal: true } },
      fixedExtension: false,
      logLevel: 'error',
    })
    const declarations = readFileSync(join(outDir, 'entry.d.ts'), 'utf8')
    const source = readFileSync(join(folder, entry), 'utf8')
    const text = nameNamespaces(declarations.replaceAll(/^\/\/#.*\n?/gm, '').trim(), source)
    parts.push(`// ${path}\n\n${withoutWritten(text, written)}\n`)
  }
  return parts.join('\n')
}

/**
 * Gives a namespace the name under which it is exported, and the docstring that stands above its
 * `export *` in the source.
 */
const nameNamespaces = (text: string, source: string): string =>
  [...source.matchAll(/(\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?export \* as (\w+) from/g)].reduce(
    (before, [, doc = '', name = '']) => {
      const [, own = ''] = new RegExp(`\\b(\\w+) as ${name}\\b`).exec(before) ?? []
      return before
        .replace(`${own} as ${name}`, name)
        .replace(`declare namespace ${own} {`, `${doc}declare namespace ${name} {`)
    },
    text,
  )

/**
 * Returns the declarations without those that an entry before has word for word, and notes the
 * others in `written`.
 */
function withoutWritten(text: string, written: Set<string>): string {
  const { program } = parseSync('entry.d.ts', text)
  let from = 0
  const statements = program.body.map(({ end }) => {
    const statement = text.slice(from, end).trim()
    from = end
    return statement
  })
  const fresh = statements.filter((statement) => !written.has(statement))
  for (const statement of fresh) written.add(statement)
  return fresh.join('\n')
}

let stale = false
mkdirSync('api', { recursive: true })
for (const one of packages()) {
  const file = `${basename(one.folder)}.d.ts`
  const committed = join('api', file)
  const text = await surface(one)
  if (!checking) {
    writeFileSync(committed, text)
    continue
  }
  const fresh = join(scratch, file)
  writeFileSync(fresh, text)
  const { code, output } = await runCommand('git', ['diff', '--no-index', '--', committed, fresh])
  if (code === 0) continue
  stale = true
  console.log(output)
}
if (stale) {
  console.log(
    'The public surface changed. Read the difference; when it is meant, `pnpm api` and commit.',
  )
}
exit(stale ? 1 : 0)
