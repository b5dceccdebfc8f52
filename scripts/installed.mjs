// The reasons: decisions/0089.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import process from 'node:process'

// Installs what a script needs, then runs it under the Node that is a dependency here:
// `node scripts/installed.mjs <example or all> <arguments of node>`. An example needs its own
// dependencies alone, unless everything is here already. The Node of the machine runs this file. It
// may be too old for TypeScript.
const [what, ...script] = process.argv.slice(2)
const isAll = what === 'all' || existsSync('node_modules/vitest')
const part = isAll ? [] : ['--prod', '--filter', '.', '--filter', `{examples/${what}}...`]

// Ctrl-C reaches the script by itself. It ends when it has closed what it opened.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => running?.kill('SIGTERM'))

let running
await run(process.env['npm_execpath'] ?? 'pnpm', [
  ...part,
  'install',
  '--frozen-lockfile',
  '--prefer-offline',
])
await run('node', script)

async function run(command, args) {
  running = spawn(command, args, { stdio: 'inherit' })
  const [code] = await new Promise((resolve, reject) => {
    running.once('error', reject).once('exit', (...ended) => resolve(ended))
  })
  if (code !== 0) process.exit(code ?? 1)
}
