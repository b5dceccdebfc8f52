import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { exit } from 'node:process'
import { featureImports, findCycles, importsOf } from './imports.ts'
import { packages } from './packages.ts'
import { sourceFiles } from './source-files.ts'

// Holds the imports of the source to the rules in CONTRIBUTING.md: no cycles of values, and no
// feature of core in its kernel. `kernel-imports.json` has the exceptions, which only get fewer.
const entries = new Map(
  packages().flatMap(({ folder, entries }) =>
    [...entries].map(([path, source]) => [path, posix.join(folder, source)] as const),
  ),
)
const imports = sourceFiles()
  .filter((file) => /\.(?:tsx?|m?js)$/.test(file))
  .flatMap((file) => importsOf(file, readFileSync(file, 'utf8'), entries))

const problems = findCycles(imports).map(
  (cycle) =>
    `A cycle of values: ${[...cycle, cycle[0]].join(' → ')}. Move what both need into one of them, or into a file that imports neither.`,
)

const exceptionsFile = 'scripts/kernel-imports.json'
const exceptions: Record<'values' | 'types', string[]> = JSON.parse(
  readFileSync(exceptionsFile, 'utf8'),
)
for (const kind of ['values', 'types'] as const) {
  const found = featureImports(imports).filter(({ isType }) => isType === (kind === 'types'))
  const rows = found.map(({ from, to }) => `${from} → ${to}`)
  const allowed = exceptions[kind]
  for (const row of new Set(rows)) {
    if (allowed.includes(row)) continue
    problems.push(
      `The kernel imports ${kind} of a feature: ${row}. Give the kernel a seam that the feature uses.`,
    )
  }
  for (const row of allowed) {
    if (rows.includes(row)) continue
    problems.push(`An exception is not needed any more. Delete it from ${exceptionsFile}: ${row}`)
  }
}

if (problems.length > 0) {
  console.error(
    `${problems.join('\n')}\n\n${problems.length} problems of imports. See CONTRIBUTING.md.`,
  )
}
exit(problems.length > 0 ? 1 : 0)
