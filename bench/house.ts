import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { argv, exit, stdout } from 'node:process'
import { readSurface } from '../scripts/api-surface.ts'
import { publicPackages } from '../scripts/packages.ts'
import { findFaults, type Limits, lowerLimits, type Measured, readVersions } from './limits.ts'
import { units, walk } from './path/path.ts'

const list = (...paths: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...paths], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(file))

const read = (file: string): string => readFileSync(file, 'utf8')

/** Whether a file in `src` of a package is published: no test, and nothing that only tests use. */
const isSource = (file: string): boolean =>
  /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file) &&
  !/\.(test|test-d|spec|page|run)\.|under-test|\/test\//.test(file)

/** Counts the lines of files that are neither blank nor comments. */
const countCode = (files: readonly string[]): number =>
  files
    .flatMap((file) =>
      read(file)
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .split('\n'),
    )
    .filter((line) => line.trim() && !line.trim().startsWith('//')).length

/**
 * Counts the names that the packages which people install export, each once for each import path,
 * and the names in a namespace too.
 */
const countNames = (): number =>
  publicPackages()
    .flatMap(({ folder }) => [
      ...read(`api/${basename(folder)}.d.ts`).matchAll(/export\s*\{([^}]*)\}/g),
    ])
    .flatMap(([, names = '']) => names.split(',').filter((name) => name.trim())).length

/** Counts the options of `createAgent`, with those of its runs. */
function countOptions(): number {
  const declared = readSurface(read('api/ambit.d.ts')).flatMap(({ declarations }) => [
    ...declarations.values(),
  ])
  const options = ['AgentOptions', 'CommonOptions', 'RunOptions'].flatMap(
    (name) => declared.find((one) => one.name === name)?.members ?? [],
  )
  if (options.length === 0) throw new Error('api/ambit.d.ts has no options of `createAgent`.')
  return options.length
}

const countWords = (): number =>
  list('docs', 'README.md')
    .filter((file) => file.endsWith('.md') && !/(from-other-sdks|guarantees)\.md$/.test(file))
    .reduce((sum, file) => sum + read(file).split(/\s+/).length, 0)

async function measureHouse(): Promise<Measured[]> {
  const walks = Object.entries(await walk('production')).flatMap(([name, entered]) =>
    Object.entries(units).map(([unit, count]) => ({
      what: `${name}, ${unit}`,
      value: count(entered),
    })),
  )
  const sources = list('packages').filter(isSource)
  const kernel = sources.filter((file) => /^packages\/core\/src\/(?!features\/)/.test(file))
  return [
    ...walks,
    { what: 'options of createAgent', value: countOptions() },
    { what: 'lines of code, the kernel', value: countCode(kernel) },
    { what: 'lines of code, all packages', value: countCode(sources) },
    { what: 'public names', value: countNames() },
    { what: 'words of docs and README', value: countWords() },
  ]
}

const file = 'bench/limits.json'

if (import.meta.main) {
  const measured = await measureHouse()
  let limits = JSON.parse(read(file)) as Limits
  if (argv.includes('--write')) {
    limits = lowerLimits(measured, limits)
    writeFileSync(file, `${JSON.stringify(limits, null, 2)}\n`)
  }
  for (const { what, value } of measured) {
    const row = limits.rows.find((one) => one.what === what)
    stdout.write(`${String(value).padStart(7)} of ${String(row?.limit ?? '?').padEnd(6)} ${what}\n`)
  }
  const versions = readVersions(file).map((text) => JSON.parse(text) as Limits)
  const faults = findFaults(measured, limits, versions)
  for (const fault of faults) stdout.write(`\n${fault}\n`)
  exit(faults.length > 0 ? 1 : 0)
}
