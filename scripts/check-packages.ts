import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { env, exit } from 'node:process'
import { packages } from './packages.ts'
import { runCommand } from './run-command.ts'

// Packs every package as it would be published and checks the archive, not the folder.
const out = '.reports/packed'
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })

let failed = false
async function check(what: string, command: string, ...args: string[]): Promise<boolean> {
  const { code, output } = await runCommand(command, args, { NO_COLOR: '1' })
  if (code === 0) return true
  failed = true
  console.log(`${what}\n${output}`)
  return false
}

// Inside `pnpm test` this is the pnpm that runs the test. There may be none on the PATH.
const pnpm = env['npm_execpath'] ?? 'pnpm'

for (const { name, folder } of packages()) {
  const archive = join(out, `${basename(folder)}.tgz`)
  if (
    !(await check(`${name}: pack`, pnpm, '--dir', folder, 'pack', '--out', join('../..', archive)))
  )
    continue
  await check(`${name}: publint`, 'publint', '--strict', archive)
  const attw = ['--profile', 'esm-only', '--exclude-entrypoints', 'styles.css', '--no-emoji']
  await check(`${name}: attw`, 'attw', archive, ...attw)
}
// Checks the declarations as a project without `skipLibCheck` does: for a page without Node's
// types, for a server without those of the DOM.
for (const where of ['page', 'node']) {
  await check(`declarations, ${where}`, 'tsc', '--project', `scripts/declarations/${where}.json`)
}
exit(failed ? 1 : 0)
