import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { exit } from 'node:process'
import { publicPackages } from './packages.ts'
import { runCommand } from './run-command.ts'

// Lets npm resolve the packed packages in apps of different ages, against the registry. Nothing is
// installed. Reads what `check-packages.ts` packed.
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
const archives = publicPackages().map(({ name, folder }): [string, string] => [
  name,
  `file:${resolve(`.reports/packed/${basename(folder)}.tgz`)}`,
])

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
console.log(failures.join('\n'))
exit(failures.length > 0 ? 1 : 0)
