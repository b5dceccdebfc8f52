import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { argv, exit } from 'node:process'
import { build } from 'tsdown'
import { parseSync } from 'vite'
import { takenBy, withInternalPaths } from './join-packages.ts'
import { type Package, packages, publicPackages } from './packages.ts'
import { runCommand } from './run-command.ts'

// Writes `api/<package>.d.ts`, the public surface of each package that a user installs. With
// `--check` it writes nothing and fails when the committed files differ from the source.
const checking = argv.includes('--check')
const scratch = '.reports/api'
rmSync(scratch, { recursive: true, force: true })

const allEntries = new Map(
  packages().flatMap(({ folder, entries }) =>
    [...entries].map(([path, entry]) => [path, join(folder, entry)] as const),
  ),
)

// Types are read from the sources, whether the packages are built or not.
const tsconfig = resolve(scratch, 'tsconfig.json')
mkdirSync(scratch, { recursive: true })
writeFileSync(
  tsconfig,
  JSON.stringify({
    extends: resolve('tsconfig.base.json'),
    compilerOptions: {
      paths: Object.fromEntries([...allEntries].map(([path, file]) => [path, [resolve(file)]])),
    },
  }),
)

/**
 * Returns the declarations of one entry after another. Each is one flat text, so a change of the
 * internal files that leaves the surface as it is changes nothing here.
 */
async function surface({ name, folder, entries }: Package): Promise<string> {
  const parts: string[] = []
  const written = new Set<string>()
  const taken = (takenBy[name] ?? []).map((each) => new RegExp(`^${each}\\b`))
  for (const [path, entry] of entries) {
    const outDir = join(scratch, path)
    await build({
      config: false,
      cwd: folder,
      entry: { entry },
      outDir: join('../..', outDir),
      format: 'esm',
      platform: 'neutral',
      // What a package takes of private ones is its surface.
      deps: { alwaysBundle: taken, neverBundle: taken.length ? [] : [/^@?ambit\b/] },
      dts: { emitDtsOnly: true, sourcemap: false, oxc: { stripInternal: true }, tsconfig },
      fixedExtension: false,
      logLevel: 'error',
    })
    const declarations = readFileSync(join(outDir, 'entry.d.ts'), 'utf8')
    const source = sourcesOf(join(folder, entry))
    const published = withInternalPaths(declarations.replaceAll(/^\/\/#.*\n?/gm, '').trim())
    const text = nameNamespaces(published, source)
    parts.push(`// ${path}\n\n${withoutWritten(text, written)}\n`)
  }
  return parts.join('\n')
}

/** Returns the text of an entry, with those of the entries whose names it passes on. */
function sourcesOf(file: string): string {
  const own = readFileSync(file, 'utf8')
  const others = [...own.matchAll(/ from '(@ambit\/.+)'$/gm)].map(([, path = '']) =>
    readFileSync(allEntries.get(path) ?? file, 'utf8'),
  )
  return [own, ...others].join('\n')
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
  // The bundler gives a name that is there twice a number.
  const wordsOf = (statement: string): string => statement.replaceAll(/(?<=\w)\$\d+\b/g, '')
  const fresh = statements.filter((statement) => !written.has(wordsOf(statement)))
  for (const statement of fresh) written.add(wordsOf(statement))
  return fresh.join('\n')
}

/**
 * Returns the declarations of the options of an agent. They stand in a file of their own, in which
 * their number is read.
 */
const agentOptions = (text: string): string =>
  ['AgentOptions', 'RunOptions']
    .map(
      (name) => new RegExp(`^interface ${name}\\b[\\s\\S]*?\\n\\}\\n`, 'm').exec(text)?.[0] ?? '',
    )
    .join('')

const files = new Map<string, string>()
for (const one of publicPackages()) files.set(`${basename(one.folder)}.d.ts`, await surface(one))
files.set('core.d.ts', agentOptions(files.get('ambit.d.ts') ?? ''))

let stale = false
mkdirSync('api', { recursive: true })
for (const [file, text] of files) {
  const committed = join('api', file)
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
