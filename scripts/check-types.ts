import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exit } from 'node:process'
import { packages } from './packages.ts'
import { runCommand } from './run-command.ts'

// The root configuration checks everything, tests included. A package alone is checked against what
// it may use: core has no DOM and no Node, and every export states its type. The ports are a
// program of their own, because one of them augments `Register`, which holds for a whole program.
const configs = [
  'tsconfig.json',
  'packages/testing/test/ports/tsconfig.json',
  ...packages()
    .map(({ folder }) => join(folder, 'tsconfig.json'))
    .filter((path) => existsSync(path)),
]

let failed = false
for (const config of configs) {
  const { code, output } = await runCommand('tsc', ['--project', config])
  if (code === 0) continue
  failed = true
  console.log(`${config}\n${output}`)
}
exit(failed ? 1 : 0)
