import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { argv, execPath, exit } from 'node:process'
import { packPackage } from './pack-package.ts'
import { publicPackages } from './packages.ts'
import { type Finished, runCommand } from './run-command.ts'

// `pnpm create:app ../my-app` makes an application of the packages of this clone, as
// `npm create ambit` makes one of those on npm. More arguments are for `create-ambit`. With
// `--built`, the packages are taken as they were built before.
const [folder, ...rest] = argv.slice(2)
const isBuilt = rest.includes('--built')
const args = rest.filter((arg) => arg !== '--built')

if (folder === undefined || folder.startsWith('-')) {
  console.error('Say in which folder: pnpm create:app ../my-app')
  exit(1)
}
if (!isBuilt) await must(runCommand('tsdown', []))
const bin = 'packages/create-ambit/bin/create-ambit.js'
const told = await must(runCommand(execPath, [bin, folder, '--yes', '--pm', 'npm', ...args]))
mkdirSync(join(folder, '.ambit'))
const archives: Record<string, string> = {}
for (const { name, folder: own } of publicPackages()) {
  const archive = `.ambit/${basename(own)}.tgz`
  await must(packPackage(own, join(folder, archive)))
  archives[name] = `file:${archive}`
}
const file = join(folder, 'package.json')
const { dependencies, devDependencies, ...manifest } = JSON.parse(
  readFileSync(file, 'utf8'),
) as Record<string, Record<string, string>>
const ofClone = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, archives[name]]))
const used = Object.keys(archives).filter((name) => name in (dependencies ?? {}))
// What the others depend on, or start, is not on npm either.
const beside = Object.keys(archives).filter((name) => !used.includes(name))
const changed = {
  ...manifest,
  dependencies: { ...dependencies, ...ofClone(used) },
  devDependencies: { ...devDependencies, ...ofClone(beside) },
}
writeFileSync(file, `${JSON.stringify(changed, null, 2)}\n`)
console.log(told.trim())

/** Returns the output of a command. Ends here if it fails. */
async function must(command: Promise<Finished>): Promise<string> {
  const { code, output } = await command
  if (code === 0) return output
  console.error(output)
  return exit(1)
}
