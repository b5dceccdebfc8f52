import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { exit, stdout } from 'node:process'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import type { EngineName } from './engines/engine-browser.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { ensureFirefox } from './ensure-firefox.ts'
import { ensureFrontServers } from './ensure-front-servers.ts'
import { ensureRedis } from './ensure-redis.ts'
import { ensureWebKit } from './ensure-webkit.ts'
import { findRegistry } from './find-registry.ts'
import { runSteps } from './run-steps.ts'
import { browserStep, frameworksStep, playwrightStep, vitestStep } from './suite-step.ts'
import { closingLine, sumCounts, type TestCount } from './test-count.ts'
import { checkStep, type StepOutcome, stepThatNeeds, type TestStep } from './test-step.ts'

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
  suites.map((tests) => browserStep(`${engine}: ${tests}`, `${engine}-${tests}`))

/** Returns a step that reads the built packages. */
const built = (step: TestStep): TestStep => ({ ...step, after: ['build'] })

/** Returns a step that runs stories of `e2e/`, and so builds and serves the same examples. */
const stories = (step: TestStep): TestStep => ({ ...step, alone: 'stories' })

// Runs every check, two at a time, in this order: those that take long begin early.
// `pnpm test unit types` runs only the named steps. `--long` runs fuzzing and interleavings at
// their full counts instead of a seeded sample.
const steps: readonly TestStep[] = [
  checkStep('format', ['oxfmt', '--check']),
  checkStep(
    'lint',
    ['oxlint', '--type-aware', '--deny-warnings'],
    ['node', 'scripts/check-words.ts'],
    ['node', 'scripts/check-imports.ts'],
  ),
  checkStep('types', ['node', 'scripts/check-types.ts']),
  checkStep('build', ['tsdown']),
  stories(playwrightStep('e2e')),
  // Some of its files drive a browser.
  built(browserStep('unit', 'node')),
  browserStep('browser-widget', 'browser-widget'),
  stories(
    stepThatNeeds(
      'AMBIT_FIREFOX',
      'firefox',
      playwrightStep('firefox: stories', 'firefox', chosenStories),
      checkStep('firefox: table', ['node', 'scripts/engines/measure/run.ts', 'firefox']),
      ...engineSuites('firefox', 'hooks', 'widget', 'storage'),
    ),
  ),
  stories(
    stepThatNeeds(
      'AMBIT_WEBKIT',
      'webkit',
      playwrightStep('webkit: stories', 'webkit', chosenStories),
      checkStep('webkit: table', ['node', 'scripts/engines/measure/run.ts', 'webkit']),
      ...engineSuites('webkit', 'storage'),
    ),
  ),
  built(stepThatNeeds('AMBIT_REGISTRY', 'frameworks', frameworksStep('frameworks'))),
  browserStep('browser', 'browser'),
  browserStep('browsers', 'browsers'),
  browserStep('browser-react18', 'browser-react18'),
  browserStep('browser-widget18', 'browser-widget18'),
  browserStep('browser-canary', 'browser-canary'),
  browserStep('browser-compiler', 'browser-compiler'),
  browserStep('browser-storage', 'browser-storage'),
  built(
    checkStep(
      'packages',
      ['node', 'scripts/check-packages.ts'],
      ['node', 'scripts/check-consumer-types.ts'],
    ),
  ),
  built(vitestStep('runners', 'runners')),
  {
    ...stepThatNeeds(
      'AMBIT_REGISTRY',
      'installs',
      checkStep('installs', ['node', 'scripts/check-installs.ts']),
    ),
    after: ['packages'],
  },
  built(checkStep('size', ['node', 'bench/sizes/check.ts'])),
  built(checkStep('browser-versions', ['node', 'scripts/check-browser-versions.ts'])),
  checkStep('api', ['node', 'scripts/generate-api.ts', '--check']),
  vitestStep('type-tests', 'types'),
  vitestStep('jsdom', 'jsdom'),
  vitestStep('happy-dom', 'happy-dom'),
  built(
    checkStep('unused', ['node', '--conditions=ambit-source', 'node_modules/knip/bin/knip.js']),
  ),
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
const unsteady: string[] = []

/** Prints the outcome of a step, all of it together. */
function report(name: string, outcome: StepOutcome, ms: number): void {
  const { count, output, skippedBecause, unsteady: lines = [] } = outcome
  const why = skippedBecause === undefined ? '' : `: ${skippedBecause}`
  if (skippedBecause !== undefined) skippedSteps.push(name)
  const mark = count.failed ? '✗' : why ? '-' : '✓'
  const said = [`${mark} ${name}: ${closingLine(count)}${why} (${(ms / 1000).toFixed(1)} s)`]
  // These numbers are of interest also when each is within its limit.
  if (count.failed || lines.length || ['frameworks', 'size'].includes(name)) {
    said.push(`\n${(stdout.isTTY ? output : stripVTControlCharacters(output)).trim()}\n`)
  }
  console.log([...said, ...lines].join('\n'))
  counts.push(count)
  unsteady.push(...lines)
}

/** The steps with a second try. It comes when nothing else runs any more. */
const secondTries: { name: string; again: () => Promise<StepOutcome>; ms: number }[] = []
const chosen = steps.filter(({ name }) => !positionals.length || positionals.includes(name))
const lanes = Math.min(2, availableParallelism())
await runSteps(chosen, lanes, async (step) => {
  const { name } = step
  const started = performance.now()
  const outcome = await step.run(env)
  const ms = performance.now() - started
  if (!outcome.again) return report(name, outcome, ms)
  console.log(
    `… ${name}: ${closingLine(outcome.count)}. The files that failed run again at the end.`,
  )
  secondTries.push({ name, again: outcome.again, ms })
})
for (const { name, again, ms } of secondTries) {
  const started = performance.now()
  report(name, await again(), ms + performance.now() - started)
}

const total = sumCounts(counts)
console.log(['', ...unsteady, closingLine(total, skippedSteps)].join('\n'))
exit(total.failed ? 1 : 0)
