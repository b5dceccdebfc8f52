import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { argv, exit } from 'node:process'
import { build } from 'tsdown'
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
async function surface({ folder, entries }: Package): Promise<string> {
  const parts: string[] = []
  for (const [path, source] of entries) {
    const outDir = join(scratch, path)
    await build({
      config: false,
      cwd: folder,
      entry: { entry: source },
      outDir: join('../..', outDir),
      format: 'esm',
      platform: 'neutral',
      dts: { emitDtsOnly: true, sourcemap: false },
      fixedExtension: false,
      logLevel: 'error',
    })
    const declarations = readFileSync(join(outDir, 'entry.d.ts'), 'utf8')
    parts.push(`// ${path}\n\n${declarations.replaceAll(/^\/\/#.*\n?/gm, '').trim()}\n`)
  }
  return parts.join('\n')
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
