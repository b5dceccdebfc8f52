import { mkdirSync } from 'node:fs'
import { exit, stdout } from 'node:process'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { ensureBrowser } from './ensure-browser.ts'
import { ensureFirefox } from './ensure-firefox.ts'
import { ensureFrontServers } from './ensure-front-servers.ts'
import { ensureRedis } from './ensure-redis.ts'
import { closingLine, sumCounts, type TestCount } from './test-count.ts'
import { checkStep, playwrightStep, vitestStep } from './test-step.ts'

// Runs every check. `pnpm test unit types` runs only the named steps. `--long` runs fuzzing and
// interleavings at their full counts instead of a seeded sample.
const steps = [
  checkStep('format', ['oxfmt', '--check']),
  checkStep(
    'lint',
    ['oxlint', '--type-aware', '--deny-warnings'],
    ['node', 'scripts/check-words.ts'],
  ),
  checkStep('types', ['node', 'scripts/check-types.ts']),
  vitestStep('unit', 'node'),
  vitestStep('type-tests', 'types'),
  vitestStep('jsdom', 'jsdom'),
  vitestStep('happy-dom', 'happy-dom'),
  vitestStep('browser', 'browser'),
  vitestStep('browser-react18', 'browser-react18'),
  vitestStep('browser-widget', 'browser-widget'),
  vitestStep('browser-storage', 'browser-storage'),
  vitestStep('browsers', 'browsers'),
  playwrightStep('e2e'),
  checkStep('build', ['tsdown']),
  checkStep('api', ['node', 'scripts/generate-api.ts', '--check']),
  checkStep('packages', ['node', 'scripts/check-packages.ts']),
  checkStep('size', ['node', 'bench/sizes/check.ts']),
  checkStep('unused', ['node', '--conditions=ambit-source', 'node_modules/knip/bin/knip.js']),
]

const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const names = steps.map(({ name }) => name)
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length) {
  console.error(`There is no step "${unknown.join('", "')}". The steps are: ${names.join(', ')}.`)
  exit(1)
}

mkdirSync('.reports', { recursive: true })
await ensureFrontServers()
const env = {
  AMBIT_CHROMIUM: await ensureBrowser(),
  AMBIT_FIREFOX: await ensureFirefox(),
  ...(await ensureRedis()),
  AMBIT_LONG: values.long ? '1' : undefined,
  FORCE_COLOR: stdout.isTTY ? '1' : undefined,
}
console.log(`browser: ${env.AMBIT_CHROMIUM}`)
console.log(
  `firefox: ${env.AMBIT_FIREFOX ?? 'none was found, so its tests are skipped. Install Firefox, or set AMBIT_FIREFOX to its path.'}`,
)

const counts: TestCount[] = []
for (const step of steps) {
  const { name } = step
  if (positionals.length && !positionals.includes(name)) continue
  const started = performance.now()
  const { count, output } = await step.run(env)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${count.failed ? '✗' : '✓'} ${name}: ${closingLine(count)} (${seconds} s)`)
  // The table of sizes is of interest also when every size is within its limit.
  if (count.failed || name === 'size') {
    const said = stdout.isTTY ? output : stripVTControlCharacters(output)
    console.log(`\n${said.trim()}\n`)
  }
  counts.push(count)
}

const total = sumCounts(counts)
console.log(`\n${closingLine(total)}`)
exit(total.failed ? 1 : 0)
