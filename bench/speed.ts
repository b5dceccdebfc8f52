import { env, exit, stdout } from 'node:process'

// The step `speed` of `pnpm test:all`: holds the ratios to the floors that the README and
// `bench/README.md` quote. Each is the best of three, so that a busy moment fails nothing.

env['NODE_ENV'] ??= 'production'

// Loaded after NODE_ENV is set.
const suites = await Promise.all([
  import('./suites/iteration.ts').then(({ iteration }) => iteration),
  import('./suites/deltas.ts').then(({ deltas }) => deltas),
  import('./suites/calls.ts').then(({ calls }) => calls),
])
const { readResults } = await import('./results.ts')

/** The highest allowed ratio, relative to the quoted one. */
const most = 1.25

let failed = 0
for (const { name, run } of suites) {
  const rounds = [await run(false, []), await run(false, []), await run(false, [])]
  const quoted = readResults().find(({ suite }) => suite === name)?.figures ?? []
  for (const { what, against, ratio } of quoted) {
    if (!against.startsWith('floor')) continue
    const ratios = rounds.flatMap((figures) =>
      figures.filter((one) => one.what === what && one.against === against),
    )
    const best = Math.min(...ratios.map((one) => one.ratio))
    // Without a measurement the best is infinite, and fails.
    const isOver = best > ratio * most
    if (isOver) failed = 1
    stdout.write(
      `${isOver ? '✗' : '✓'} ${what}: ${best.toFixed(2)} × the ${against}; ${ratio.toFixed(2)} is quoted\n`,
    )
  }
}
if (failed) {
  stdout.write(
    `\nA ratio is more than ${most} times the one that README.md and bench/README.md quote. Make it fast again.\n`,
  )
}
exit(failed)
