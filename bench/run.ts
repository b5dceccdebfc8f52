import { availableParallelism, loadavg } from 'node:os'
import process, { argv, env, stderr, stdout, version } from 'node:process'

env['NODE_ENV'] ??= 'production'
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

if (argv[2] === 'tasks') {
  const { runTasks } = await import('./tasks/command.ts')
  await runTasks(argv.slice(3))
  process.exit()
}

// Loaded after NODE_ENV is set, because the peers read it when they are loaded.
const { suites } = await import('./suites.ts')
const { toRows, toTable } = await import('./figure.ts')
const { keepResult, readResults } = await import('./results.ts')
const { writeReports } = await import('./report.ts')

const isFull = argv.includes('--full')
const isWriting = argv.includes('--write')
const wanted = argv.slice(2).filter((word) => !word.startsWith('--'))
const names = suites.map(({ name }) => name)
const unknown = wanted.find((name) => !names.includes(name))
if (unknown !== undefined) {
  throw new Error(`There is no suite "${unknown}". Suites: ${names.join(', ')}.`)
}

const load = loadavg()[0] ?? 0
stdout.write(
  `Medians of interleaved rounds in one process${isFull ? ' (--full)' : ''}. ` +
    `${availableParallelism()} cores, load ${load.toFixed(1)}, Node ${version}, ${env['NODE_ENV']}, ambit from source.\n` +
    'A ratio is Ambit by the other: hold ratios, not times.\n\n',
)
const rows = [['what', 'Ambit', 'against', 'theirs', 'ratio', 'target', '']]
for (const { name, isOnRequest = false, run } of suites) {
  // The kept results should cover every suite.
  if (wanted.length > 0 ? !wanted.includes(name) : isOnRequest && !isWriting) continue
  stderr.write(`${name}…\n`)
  const figures = await run(isFull)
  if (isWriting) keepResult(name, figures, isFull, names)
  rows.push([name.toUpperCase(), '', '', '', '', '', ''], ...toRows(figures))
}
stdout.write(`${toTable(rows)}\n`)
if (isWriting) writeReports(readResults())
