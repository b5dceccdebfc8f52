import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { exit } from 'node:process'
import { innerName } from './join-packages.ts'
import { packPackage } from './pack-package.ts'
import { publicPackages } from './packages.ts'
import { type Finished, runCommand } from './run-command.ts'

// Packs every package as it would be published and checks the archive, not the folder.
const out = '.reports/packed'
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

let failed = false
const check = (what: string, command: string, ...args: string[]): Promise<boolean> =>
  report(what, runCommand(command, args, { NO_COLOR: '1' }))

async function report(what: string, command: Promise<Finished>): Promise<boolean> {
  const { code, output } = await command
  if (code === 0) return true
  failed = true
  console.log(`${what}\n${output}`)
  return false
}

/** Returns the lines of a packed package that name a private one. Maps quote the sources. */
async function innerNamesIn(archive: string): Promise<string[]> {
  const unpacked = archive.replace(/\.tgz$/, '')
  mkdirSync(unpacked)
  await runCommand('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'])
  const files = globSync('**/*.{js,ts,md,txt}', { cwd: unpacked })
  return files.flatMap((file) =>
    (readFileSync(join(unpacked, file), 'utf8').match(innerName) ?? []).map(
      (named) => `${file}: ${named}`,
    ),
  )
}

for (const { name, folder } of publicPackages()) {
  const archive = join(out, `${basename(folder)}.tgz`)
  if (!(await report(`${name}: pack`, packPackage(folder, archive)))) continue
  for (const left of await innerNamesIn(archive)) {
    failed = true
    console.log(`${name}: ${left} names a private package. See scripts/join-packages.ts.`)
  }
  await check(`${name}: publint`, 'publint', '--strict', archive)
  const attw = [
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    'styles.css',
    'parts.css',
    '--no-emoji',
  ]
  await check(`${name}: attw`, 'attw', archive, ...attw)
}
// Checks the declarations as a project without `skipLibCheck` does: for a page without Node's
// types, for a server without those of the DOM. Playwright's own types need both.
for (const where of ['page', 'node', 'playwright']) {
  await check(`declarations, ${where}`, 'tsc', '--project', `scripts/declarations/${where}.json`)
}
exit(failed ? 1 : 0)
