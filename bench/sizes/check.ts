import { writeFileSync } from 'node:fs'
import { argv, exit, stdout } from 'node:process'
import { toRows, toTable } from '../figure.ts'
import { findFaults, readVersions } from '../limits.ts'
import { findSizes } from './find-sizes.ts'
import {
  limitsFile,
  lowerSizes,
  readLimits,
  type SizeLimit,
  toLimits,
  toMeasured,
  toSizeFigures,
} from './size-figures.ts'

// The step `size` of `pnpm test:all`: compares what `pnpm build` wrote with the limits. `--write`
// lowers them.
const sizes = await findSizes()
if (argv.includes('--write')) {
  writeFileSync(limitsFile, `${JSON.stringify(lowerSizes(sizes, readLimits()), null, 2)}\n`)
}
const limits = readLimits()
stdout.write(`${toTable(toRows(toSizeFigures(sizes, limits)))}\n`)
const versions = readVersions(limitsFile).map((text) => toLimits(JSON.parse(text) as SizeLimit[]))
const faults = findFaults(toMeasured(sizes), toLimits(limits), versions)
for (const fault of faults) stdout.write(`\n${fault}\n`)
exit(faults.length > 0 ? 1 : 0)
