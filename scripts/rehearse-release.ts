import { globSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { exit, stdout } from 'node:process'
import { startLocalRegistry } from './local-registry.ts'
import { pnpm } from './pack-package.ts'
import { publicPackages } from './packages.ts'
import { runCommand } from './run-command.ts'

// The step `rehearsal`: does what RELEASING.md says, with a copy of the repository and a registry
// on this machine. It runs the blocks of that page that say where they run.
const made = mkdtempSync(join(tmpdir(), 'ambit-release-'))
const folders: Readonly<Record<string, string>> = {
  repository: join(made, 'repository'),
  elsewhere: join(made, 'elsewhere'),
  application: join(made, 'plain'),
}

/** Runs a line of a shell in a folder, and returns its output. Throws that if the line fails. */
async function run(
  folder: string,
  line: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const began = performance.now()
  const args = ['-c', `cd "$0" && ${line}`, folder]
  const { code, output } = await runCommand('sh', args, env, 5 * 60_000)
  if (code !== 0) throw new Error(`${line} failed in ${folder}:\n${output}`)
  stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(3)} s  ${line}\n`)
  return output
}

/**
 * Copies what is in git, or would be, and the links between the packages. What they lead to is not
 * copied.
 */
async function copyRepository(): Promise<void> {
  const { repository = '' } = folders
  mkdirSync(repository)
  const listed =
    'git ls-files -co --exclude-standard -z; find packages/*/node_modules -type l -print0'
  await run('.', `(${listed}) | tar --null -T - -c | tar -x -C "${repository}"`)
  for (const folder of ['node_modules', 'others/node_modules'])
    symlinkSync(resolve(folder), join(repository, folder))
  await run(repository, 'git init --quiet')
  const change = "---\n'ambit': minor\n---\n\nThis release is a rehearsal.\n"
  writeFileSync(join(repository, '.changeset/rehearsal.md'), change)
}

/** Writes an application that has no agent: the example of Vite, without all of it. */
function writeApplication(): void {
  const { application = '' } = folders
  const example = 'examples/frameworks/vite'
  const manifest = JSON.parse(readFileSync(join(example, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const without = (all: Record<string, string>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !/^@?ambit\b|^zod$/.test(name)))
  const files = {
    'package.json': JSON.stringify({
      ...manifest,
      dependencies: without(manifest.dependencies),
      devDependencies: without(manifest.devDependencies),
    }),
    'index.html': '<div id="root"></div><script type="module" src="/src/main.tsx"></script>\n',
    'src/main.tsx':
      "import { createRoot } from 'react-dom/client'\n\ncreateRoot(document.getElementById('root')!).render(<h1>Plain</h1>)\n",
    'vite.config.js':
      "import react from '@vitejs/plugin-react'\n\nexport default { plugins: [react()] }\n",
    'tsconfig.json': readFileSync(join(example, 'tsconfig.json'), 'utf8'),
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(application, path)), { recursive: true })
    writeFileSync(join(application, path), text)
  }
}

/** Returns the blocks of RELEASING.md that say where they run, each with its lines. */
const blocks = (): { place: string; lines: string[] }[] =>
  [...readFileSync('RELEASING.md', 'utf8').matchAll(/^```sh (\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, place = '', text = '']) => ({ place, lines: text.trim().split('\n') }),
  )

/** What a manifest says of its package. */
interface Released {
  readonly name: string
  readonly version: string
}

const read = (folder: string): Released =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Released

/** Throws unless an application has public packages only, each once and in the new version. */
function checkInstalled(folder: string, version: string): void {
  const right = publicPackages().map(({ name }) => `${name}@${version}`)
  const found = globSync('node_modules/**/{ambit,create-ambit,@ambit/*}/package.json', {
    cwd: folder,
  })
    .map((file) => read(join(folder, dirname(file))))
    .map((one) => `${one.name}@${one.version}`)
  const isRight = found.every((one, at) => right.includes(one) && found.indexOf(one) === at)
  if (isRight && found.includes(`ambit@${version}`)) return
  throw new Error(`${folder} has ${found.join(', ')}, and not each once in version ${version}.`)
}

async function rehearse(): Promise<void> {
  await copyRepository()
  writeApplication()
  mkdirSync(folders['elsewhere'] ?? '')
  const upstream = (await run('.', 'npm config get registry')).trim()
  await using registry = await startLocalRegistry(join(made, 'registry'), upstream)
  const { url } = registry
  writeFileSync(join(made, '.npmrc'), `${url.replace(/^http:/, '')}:_authToken=rehearsal\n`)
  const env = {
    npm_config_registry: url,
    pnpm_config_registry: url,
    npm_config_userconfig: join(made, '.npmrc'),
    npm_config_yes: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    // `npx` keeps what it once ran under a version, which says nothing of its content.
    npm_config_cache: join(made, 'cache'),
  }
  for (const { place, lines } of blocks()) {
    let folder = folders[place]
    if (folder === undefined) throw new Error(`RELEASING.md has a block for "${place}".`)
    for (const line of lines) {
      if (line.startsWith('cd ')) folder = join(folder, line.slice('cd '.length))
      else await run(folder, asHere(line), env)
    }
    const { version } = read(join(folders['repository'] ?? '', 'packages/ambit'))
    if (place === 'repository') continue
    checkInstalled(folder, version)
    // Many files: they go while the next block runs.
    removals.push(rm(folder, { recursive: true, force: true }))
  }
  // The same application from a clone: nothing of Ambit comes from the registry.
  const { repository = '' } = folders
  await run(repository, `"${pnpm}" exec node scripts/create-app.ts ../from-clone --built`)
  const clone = join(made, 'from-clone')
  await run(clone, 'npm install --package-lock-only', env)
  const [fetched] =
    /"resolved": "http.*ambit.*"/.exec(readFileSync(join(clone, 'package-lock.json'), 'utf8')) ?? []
  if (fetched !== undefined) throw new Error(`The application of a clone has ${fetched}.`)
}

/** Returns a line of RELEASING.md as it runs here. Only a CI has an identity for a provenance. */
const asHere = (line: string): string =>
  line.replace(/^pnpm /, `"${pnpm}" `).replace(/ --provenance$/, ' --no-git-checks')

let failed = false
const removals: Promise<void>[] = []
try {
  await rehearse()
} catch (error) {
  failed = true
  console.log(error instanceof Error ? error.message : error)
} finally {
  await Promise.all(removals)
  await rm(made, { recursive: true, force: true })
}
exit(failed ? 1 : 0)
