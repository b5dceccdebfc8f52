import { mkdirSync } from 'node:fs'
import { exit, stdout } from 'node:process'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import type { EngineName } from './engines/engine-browser.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { ensureFirefox } from './ensure-firefox.ts'
import { ensureFrontServers } from './ensure-front-servers.ts'
import { ensureRedis } from './ensure-redis.ts'
import { ensureWebKit } from './ensure-webkit.ts'
import { findRegistry } from './find-registry.ts'
import { closingLine, sumCounts, type TestCount } from './test-count.ts'
import {
  checkStep,
  frameworksStep,
  playwrightStep,
  stepThatNeeds,
  vitestStep,
} from './test-step.ts'

const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean', default: false } },
  allowPositionals: true,
})
// The stories that run in every engine each time: the demo's main job. A long run has them all.
const chosenStories = values.long
  ? []
  : [
      'add-select-delete',
      'announcements',
      'approval',
      'board-by-hand',
      'keyboard',
      'own-ui',
      'stop-and-go-on',
    ].map((story) => `e2e/${story}.spec.ts`)

// The browser tests of the packages in one more engine. `vite.config.ts` names the chosen ones.
const engineSuites = (engine: EngineName, ...suites: readonly string[]) =>
  suites.map((tests) => vitestStep(`${engine}: ${tests}`, `${engine}-${tests}`))

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
  vitestStep('browser-widget18', 'browser-widget18'),
  vitestStep('browser-canary', 'browser-canary'),
  vitestStep('browser-compiler', 'browser-compiler'),
  vitestStep('browser-storage', 'browser-storage'),
  vitestStep('browsers', 'browsers'),
  playwrightStep('e2e'),
  stepThatNeeds(
    'AMBIT_FIREFOX',
    'firefox',
    playwrightStep('firefox: stories', 'firefox', chosenStories),
    checkStep('firefox: table', ['node', 'scripts/engines/measure/run.ts', 'firefox']),
    ...engineSuites('firefox', 'hooks', 'widget', 'storage'),
  ),
  stepThatNeeds(
    'AMBIT_WEBKIT',
    'webkit',
    playwrightStep('webkit: stories', 'webkit', chosenStories),
    checkStep('webkit: table', ['node', 'scripts/engines/measure/run.ts', 'webkit']),
    ...engineSuites('webkit', 'storage'),
  ),
  checkStep('build', ['tsdown']),
  checkStep('browser-versions', ['node', 'scripts/check-browser-versions.ts']),
  checkStep('api', ['node', 'scripts/generate-api.ts', '--check']),
  checkStep(
    'packages',
    ['node', 'scripts/check-packages.ts'],
    ['node', 'scripts/check-consumer-types.ts'],
  ),
  vitestStep('runners', 'runners'),
  stepThatNeeds(
    'AMBIT_REGISTRY',
    'installs',
    checkStep('installs', ['node', 'scripts/check-installs.ts']),
  ),
  stepThatNeeds('AMBIT_REGISTRY', 'frameworks', frameworksStep('frameworks')),
  checkStep('size', ['node', 'bench/sizes/check.ts']),
  checkStep('unused', ['node', '--conditions=ambit-source', 'node_modules/knip/bin/knip.js']),
]

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
  AMBIT_WEBKIT: await ensureWebKit(),
  AMBIT_REGISTRY: await findRegistry(),
  ...(await ensureRedis()),
  AMBIT_LONG: values.long ? '1' : undefined,
  FORCE_COLOR: stdout.isTTY ? '1' : undefined,
}
console.log(`browser: ${env.AMBIT_CHROMIUM}`)
const nothing = (what: string) => `none was found, so its tests are skipped. ${what}`
const noFirefox = nothing('Install Firefox, or set AMBIT_FIREFOX to its path.')
const noWebKit = nothing('Install webkit2gtk-driver and xvfb, or set AMBIT_WEBKIT to the driver.')
console.log(`firefox: ${env.AMBIT_FIREFOX ?? noFirefox}`)
console.log(`webkit: ${env.AMBIT_WEBKIT ?? noWebKit}`)
if (!env.AMBIT_REGISTRY) console.log('registry: npm reaches none, so what installs is skipped.')

const counts: TestCount[] = []
const skippedSteps: string[] = []
for (const step of steps) {
  const { name } = step
  if (positionals.length && !positionals.includes(name)) continue
  const started = performance.now()
  const { count, output, skippedBecause } = await step.run(env)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const why = skippedBecause === undefined ? '' : `: ${skippedBecause}`
  if (skippedBecause !== undefined) skippedSteps.push(name)
  const mark = count.failed ? '✗' : why ? '-' : '✓'
  console.log(`${mark} ${name}: ${closingLine(count)}${why} (${seconds} s)`)
  // These numbers are of interest also when each is within its limit.
  if (count.failed || ['frameworks', 'size'].includes(name)) {
    const said = stdout.isTTY ? output : stripVTControlCharacters(output)
    console.log(`\n${said.trim()}\n`)
  }
  counts.push(count)
}

const total = sumCounts(counts)
console.log(`\n${closingLine(total, skippedSteps)}`)
exit(total.failed ? 1 : 0)
