import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { exit, stdout } from 'node:process'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import type { EngineName } from './engines/engine-browser.ts'
import { ensurePrograms, type Program } from './ensure-programs.ts'
import { runSteps } from './run-steps.ts'
import { browserStep, frameworksStep, playwrightStep, vitestStep } from './suite-step.ts'
import { closingLine, sumCounts, type TestCount } from './test-count.ts'
import {
  checkStep,
  joinSteps,
  type StepOutcome,
  stepThatNeeds,
  type TestStep,
} from './test-step.ts'

const { values, positionals } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

/** The steps of `pnpm test`: what one waits for after a change. The others take long. */
const everyday = [
  'format',
  'lint',
  'types',
  'house',
  'unit',
  'browser',
  'browser-widget',
  'e2e',
  'api',
  'type-tests',
  'jsdom',
]
const isEveryday = !values.all && !values.long && positionals.length === 0

// The main stories: those of the demo's main job. A long run has all stories in every engine.
const mainStories = [
  'add-select-delete',
  'announcements',
  'approval',
  'board-by-hand',
  'keyboard',
  'own-ui',
  'stop-and-go-on',
].map((story) => `e2e/${story}.spec.ts`)
const engineStories = values.long ? [] : mainStories

// The browser tests of the packages in one more engine. `vite.config.ts` names the chosen ones.
const engineSuites = (engine: EngineName, ...suites: readonly string[]) =>
  suites.map((tests) => browserStep(`${engine}: ${tests}`, `${engine}-${tests}`))

/** Returns a step that reads the built packages. */
const built = (step: TestStep): TestStep => ({ ...step, after: ['build'] })

/** Returns a step that runs programs of the machine. */
const needs = (step: TestStep, ...programs: readonly Program[]): TestStep => ({
  ...step,
  needs: programs,
})

/** Returns a step that runs a project of vitest in Chromium. */
const inChromium = (project: string): TestStep => needs(browserStep(project, project), 'chromium')

/** Returns a step that runs stories of `e2e/`, and so builds and serves the same examples. */
const stories = (step: TestStep): TestStep => ({ ...step, alone: 'stories' })

/** Returns a step that packs and installs, and is skipped where npm reaches no registry. */
const installing = (step: TestStep): TestStep =>
  needs(stepThatNeeds('AMBIT_REGISTRY', step.name, step), 'registry', 'chromium')

// Every check. Two run at a time, in this order: those that take long begin early.
const steps: readonly TestStep[] = [
  {
    ...needs(checkStep('speed', ['node', '--conditions=ambit-source', 'bench/speed.ts']), 'others'),
    isQuiet: true,
  },
  checkStep('format', ['oxfmt', '--check']),
  checkStep(
    'lint',
    ['oxlint', '--type-aware', '--deny-warnings'],
    ['node', 'scripts/check-words.ts'],
    ['node', 'scripts/check-imports.ts'],
  ),
  checkStep('types', ['node', 'scripts/check-types.ts']),
  checkStep('house', ['node', '--conditions=ambit-source', 'bench/house.ts']),
  checkStep('build', ['tsdown']),
  stories(needs(playwrightStep('e2e', 'chromium', isEveryday ? mainStories : []), 'chromium')),
  vitestStep('unit', 'node', 'node-isolated'),
  inChromium('browser-widget'),
  stories(
    needs(
      stepThatNeeds(
        'AMBIT_FIREFOX',
        'firefox',
        playwrightStep('firefox: stories', 'firefox', engineStories),
        checkStep('firefox: table', ['node', 'scripts/engines/measure/run.ts', 'firefox']),
        ...engineSuites('firefox', 'hooks', 'widget', 'storage'),
      ),
      'firefox',
    ),
  ),
  stories(
    needs(
      stepThatNeeds(
        'AMBIT_WEBKIT',
        'webkit',
        playwrightStep('webkit: stories', 'webkit', engineStories),
        checkStep('webkit: table', ['node', 'scripts/engines/measure/run.ts', 'webkit']),
        ...engineSuites('webkit', 'storage'),
      ),
      'webkit',
    ),
  ),
  // Some of its files drive a browser, and one puts the built proxy into a container.
  built(needs(browserStep('system', 'system'), 'chromium', 'servers')),
  built(installing(frameworksStep('frameworks'))),
  needs(
    joinSteps(
      'others',
      checkStep('others: types', ['tsc', '--project', 'others/tsconfig.json']),
      checkStep(
        'others: site',
        ['node', '--conditions=ambit-source', 'scripts/write-generated-pages.ts'],
        ['node', 'docs/node_modules/vitepress/bin/vitepress.js', 'build', 'docs'],
      ),
      vitestStep('others: node', 'others'),
      vitestStep('others: jsdom', 'others-dom'),
      browserStep('others: browser', 'others-browser'),
    ),
    'chromium',
    'others',
  ),
  inChromium('browser'),
  needs(browserStep('browsers', 'browsers'), 'chromium', 'firefox'),
  inChromium('browser-react18'),
  inChromium('browser-widget18'),
  inChromium('browser-canary'),
  inChromium('browser-compiler'),
  inChromium('browser-storage'),
  built(
    checkStep(
      'packages',
      ['node', 'scripts/check-surface.ts'],
      ['node', 'scripts/check-packages.ts'],
      ['node', 'scripts/check-consumer-types.ts'],
    ),
  ),
  built(needs(vitestStep('runners', 'runners'), 'others')),
  {
    ...installing(checkStep('installs', ['node', 'scripts/check-installs.ts'])),
    after: ['packages'],
  },
  needs(
    stepThatNeeds(
      'AMBIT_REGISTRY',
      'rehearsal',
      checkStep('rehearsal', ['node', 'scripts/rehearse-release.ts']),
    ),
    'registry',
    'others',
  ),
  built(needs(checkStep('size', ['node', 'bench/sizes/check.ts']), 'chromium')),
  built(checkStep('browser-versions', ['node', 'scripts/check-browser-versions.ts'])),
  checkStep('api', ['node', 'scripts/generate-api.ts', '--check']),
  vitestStep('type-tests', 'types'),
  vitestStep('jsdom', 'jsdom'),
  vitestStep('happy-dom', 'happy-dom'),
  built(
    needs(
      checkStep('unused', ['node', '--conditions=ambit-source', 'node_modules/knip/bin/knip.js']),
      'others',
    ),
  ),
]

const names = steps.map(({ name }) => name)
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length) {
  console.error(`There is no step "${unknown.join('", "')}". The steps are: ${names.join(', ')}.`)
  exit(1)
}
const chosen = steps.filter(({ name }) =>
  isEveryday ? everyday.includes(name) : !positionals.length || positionals.includes(name),
)

mkdirSync('.reports', { recursive: true })
const env = {
  ...(await ensurePrograms(chosen.flatMap(({ needs = [] }) => needs))),
  AMBIT_LONG: values.long ? '1' : undefined,
  FORCE_COLOR: stdout.isTTY ? '1' : undefined,
}

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
  if (count.failed || lines.length || ['frameworks', 'house', 'size', 'speed'].includes(name)) {
    said.push(`\n${(stdout.isTTY ? output : stripVTControlCharacters(output)).trim()}\n`)
  }
  console.log([...said, ...lines].join('\n'))
  counts.push(count)
  unsteady.push(...lines)
}

/** The steps with a second try. It comes when nothing else runs any more. */
const secondTries: { name: string; again: () => Promise<StepOutcome>; ms: number }[] = []
const lanes = Math.min(2, availableParallelism())
const runAll = (some: readonly TestStep[], most: number): Promise<void> =>
  runSteps(some, most, async (step) => {
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
await runAll(
  chosen.filter(({ isQuiet }) => isQuiet),
  1,
)
await runAll(
  chosen.filter(({ isQuiet }) => !isQuiet),
  lanes,
)
for (const { name, again, ms } of secondTries) {
  const started = performance.now()
  report(name, await again(), ms + performance.now() - started)
}

const total = sumCounts(counts)
console.log(['', ...unsteady, closingLine(total, skippedSteps)].join('\n'))
exit(total.failed ? 1 : 0)
