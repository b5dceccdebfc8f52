import { availableParallelism, loadavg } from 'node:os'
import { argv, env, stdout, version } from 'node:process'

env['NODE_ENV'] ??= 'production'
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

// After NODE_ENV is set: the peers read it when they are loaded.
const { suites } = await import('./suites.ts')
const { toRows, toTable } = await import('./figure.ts')

const isFull = argv.includes('--full')
const wanted = argv.slice(2).filter((word) => !word.startsWith('--'))
const unknown = wanted.find((name) => !suites.some((suite) => suite.name === name))
if (unknown !== undefined) {
  throw new Error(
    `There is no suite "${unknown}". Suites: ${suites.map(({ name }) => name).join(', ')}.`,
  )
}

const load = loadavg()[0] ?? 0
stdout.write(
  `Medians of interleaved rounds in one process${isFull ? ' (--full)' : ''}. ` +
    `${availableParallelism()} cores, load ${load.toFixed(1)}, Node ${version}, ${env['NODE_ENV']}, @ambit/core from source.\n` +
    'A ratio is Ambit by the other: hold ratios, not times.\n\n',
)
const rows = [['what', 'Ambit', 'against', 'theirs', 'ratio', 'target', '']]
for (const { name, isOnRequest = false, run } of suites) {
  if (wanted.length > 0 ? !wanted.includes(name) : isOnRequest) continue
  rows.push([name.toUpperCase(), '', '', '', '', '', ''], ...toRows(await run(isFull)))
}
stdout.write(`${toTable(rows)}\n`)
