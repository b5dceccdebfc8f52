import { globSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { exit } from 'node:process'
import { startPackedRegistry } from './packed-registry.ts'
import { publicPackages } from './packages.ts'
import { runCommand } from './run-command.ts'

// Lets npm resolve the packed packages in apps of different ages, against the registry, without an
// installation. Then each other package manager installs them in one app, where `ambit` is once.
// Reads what `check-packages.ts` packed.
const root = '.reports/installs'
const pageApp = { react: '^19.0.0', 'react-dom': '^19.0.0', zod: '^4.0.0' }
const apps: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Vite 5, React 18.3, zod 3.25': {
    react: '^18.3.1',
    'react-dom': '^18.3.1',
    zod: '~3.25.0',
    vite: '^5',
  },
  'Vite 6, TypeScript 5.9': { ...pageApp, vite: '^6', typescript: '~5.9.0' },
  'Vite 7': { ...pageApp, vite: '^7' },
  'Vite 8': { ...pageApp, vite: '^8' },
  'a canary of React': {
    ...pageApp,
    react: '19.3.0-canary-fef12a01-20260413',
    'react-dom': '19.3.0-canary-fef12a01-20260413',
  },
}
const tooOld = { 'React 17, which is too old': { react: '^17.0.0', 'react-dom': '^17.0.0' } }
/** The package managers that install everything in an app, each in a folder that it is given. */
const managers: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  npm: (folder) => ['npm', '--prefix', folder, 'install', '--no-audit', '--no-fund'],
  pnpm: (folder) => ['npx', '--yes', 'pnpm@12', '--dir', folder, 'install', '--ignore-workspace'],
  bun: (folder) => ['npx', '--yes', 'bun@1.4.4', 'install', '--cwd', folder],
  Yarn: (folder) => ['npx', '--yes', '@yarnpkg/cli-dist@4', '--cwd', folder, 'install'],
}
const packed = '.reports/packed'
const archives = publicPackages().map(({ name, folder }): [string, string] => [
  name,
  `file:${resolve(packed, `${basename(folder)}.tgz`)}`,
])

await using registry = await startPackedRegistry(packed, packed, 'https://registry.npmjs.org/')

rmSync(root, { recursive: true, force: true })
const npm = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']
const failures: string[] = []
for (const [name, dependencies] of Object.entries({ ...apps, ...tooOld })) {
  const folder = join(root, name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  const manifest = {
    private: true,
    dependencies: { ...dependencies, ...Object.fromEntries(archives) },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const { code, output } = await runCommand('npm', ['--prefix', folder, ...npm, '--prefer-offline'])
  const isRefused = code !== 0 && output.includes('ERESOLVE')
  if (name in tooOld ? !isRefused : code !== 0) failures.push(`${name}: code ${code}\n${output}`)
}

failures.push(...(await Promise.all(Object.keys(managers).map(countCopies))).flat())
console.log(failures.join('\n'))
exit(failures.length > 0 ? 1 : 0)

/** Installs all packages with a package manager. Returns what failed, also a second `ambit`. */
async function countCopies(name: string): Promise<string[]> {
  const folder = resolve(root, name)
  mkdirSync(folder, { recursive: true })
  const versions = archives.map(([one]) => [one, '*'])
  const manifest = { private: true, dependencies: { ...pageApp, ...Object.fromEntries(versions) } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, '.npmrc'), `registry=${registry.url}\nignore-scripts=true\n`)
  // Without a lockfile of its own, the folder is a part of the project around it to Yarn.
  writeFileSync(join(folder, 'yarn.lock'), '')
  const yarn = {
    nodeLinker: 'node-modules',
    npmRegistryServer: registry.url,
    unsafeHttpWhitelist: ['127.0.0.1'],
    enableScripts: false,
    enableTelemetry: false,
    // In CI, Yarn would refuse to write its lockfile.
    enableImmutableInstalls: false,
  }
  writeFileSync(join(folder, '.yarnrc.yml'), JSON.stringify(yarn))
  const [command = '', ...args] = managers[name]?.(folder) ?? []
  const { code, output } = await runCommand(command, args)
  if (code !== 0) return [`${name}: code ${code}\n${output}`]
  const found = globSync(
    [
      'node_modules/ambit',
      'node_modules/**/node_modules/ambit',
      'node_modules/.pnpm/*/node_modules/ambit',
    ],
    {
      cwd: folder,
    },
  )
  const copies = new Set(found.map((path) => realpathSync(join(folder, path))))
  return copies.size === 1
    ? []
    : [`${name}: ${copies.size} copies of ambit\n${[...copies].join('\n')}`]
}
