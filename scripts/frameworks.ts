import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { argv, exit, stdout } from 'node:process'
import { packPackage, pnpm } from './pack-package.ts'
import { publicPackages } from './packages.ts'
import { type Finished, runCommand } from './run-command.ts'

// The step `frameworks`: installs `examples/frameworks` with the packages as they would be
// published, and runs its stories. `node scripts/frameworks.ts vite` runs those of one folder. With
// the path of a file, it runs those of the file.
const root = 'examples/frameworks'
const packed = join(root, 'packed')

async function must(what: string, command: Promise<Finished>): Promise<void> {
  const { code, output } = await command
  if (code === 0) return
  console.log(`${what} failed.\n${output}`)
  exit(1)
}

async function unpack(folder: string): Promise<void> {
  const name = basename(folder)
  if (!existsSync(join(folder, 'dist'))) {
    console.log(`${folder} is not built, so there is nothing to pack. Run \`pnpm build\` first.`)
    exit(1)
  }
  const archive = join('.reports/frameworks', `${name}.tgz`)
  await must(`Packing ${name}`, packPackage(folder, archive))
  const into = join(packed, name)
  mkdirSync(into, { recursive: true })
  const args = ['-xzf', archive, '--strip-components=1', '-C', into]
  await must(`Unpacking ${name}`, runCommand('tar', args))
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`
}

const started = performance.now()
rmSync(packed, { recursive: true, force: true })
mkdirSync('.reports/frameworks', { recursive: true })
for (const { folder } of publicPackages()) await unpack(folder)
console.log(`packed: ${seconds(started)}`)

const installing = performance.now()
const install = ['--dir', root, 'install', '--frozen-lockfile', '--prefer-offline']
await must(
  'Installing examples/frameworks (after a change of a dependency, run `pnpm install --no-frozen-lockfile` there once, and commit the lockfile)',
  runCommand(pnpm, install),
)
console.log(`installed: ${seconds(installing)}`)

const playwright = ['--conditions=ambit-source', 'node_modules/@playwright/test/cli.js', 'test']
const config = ['--config', 'frameworks.config.ts']
const isFile = (name: string): boolean => name.endsWith('.ts')
const files = argv.slice(2).filter(isFile)
const names = argv.slice(2).filter((name) => !isFile(name))
const chosen = names.length > 0 ? ['--grep', ` (${names.join('|')}):`] : []
// The stories take longer than a command may be silent.
const tell = (chunk: string) => stdout.write(chunk)
const run = [...playwright, ...config, ...chosen, ...files]
const { code } = await runCommand('node', run, {}, undefined, tell)
exit(code)
