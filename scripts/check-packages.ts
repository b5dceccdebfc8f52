import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { exit } from 'node:process'
import { packPackage } from './pack-package.ts'
import { packages } from './packages.ts'
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

for (const { name, folder } of packages()) {
  const archive = join(out, `${basename(folder)}.tgz`)
  if (!(await report(`${name}: pack`, packPackage(folder, archive)))) continue
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
