import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Finished, runCommand } from './run-command.ts'
import {
  countPlaywright,
  countVitest,
  type PlaywrightReport,
  sumCounts,
  type TestCount,
  type VitestReport,
} from './test-count.ts'

type Env = Readonly<Record<string, string | undefined>>

/** One step of the test run. */
export interface TestStep {
  name: string
  run(env: Env): Promise<StepOutcome>
}

/** The outcome of a step. */
export interface StepOutcome {
  count: TestCount
  output: string
  /** The reason that the step was skipped. A skipped step counts as one skipped test. */
  skippedBecause?: string
}

/** A command and its arguments. */
export type Command = readonly [command: string, ...args: string[]]

/** Creates a step of commands that all run. They pass or fail as a whole and count as one test. */
export function checkStep(name: string, ...commands: readonly Command[]): TestStep {
  return {
    name,
    async run(env) {
      const outputs: string[] = []
      let failed = 0
      for (const [command, ...args] of commands) {
        const { code, output } = await runCommand(command, args, env)
        outputs.push(output)
        if (code !== 0) failed = 1
      }
      return { count: { passed: 1 - failed, failed, skipped: 0 }, output: outputs.join('') }
    },
  }
}

/** Creates a step that runs one of the vitest projects of `vite.config.ts`. */
export function vitestStep(name: string, project: string): TestStep {
  const report = join('.reports', `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--project', project, ...reporters]
  return suiteStep(name, report, 'vitest', args, (text) =>
    countVitest(JSON.parse(text) as VitestReport),
  )
}

/**
 * Creates a step that runs the stories in `e2e/` in one engine: those files, or all without a file.
 * `playwright.config.ts` names the report's file.
 */
export function playwrightStep(
  name: string,
  engine = 'chromium',
  files: readonly string[] = [],
): TestStep {
  const report = join('.reports', `e2e-${engine}.json`)
  // A story that imports a package gets its source: nothing is built yet.
  const args = ['--conditions=ambit-source', 'node_modules/@playwright/test/cli.js', 'test']
  const step = suiteStep(name, report, 'node', [...args, ...files], (text) =>
    countPlaywright(JSON.parse(text) as PlaywrightReport),
  )
  return { name, run: (env) => step.run({ ...env, AMBIT_ENGINE: engine }) }
}

/**
 * Creates a step of suites that all run, and that need a program whose path is in `variable`.
 * Without the program the step is skipped.
 */
export function stepThatNeeds(
  variable: string,
  name: string,
  ...suites: readonly TestStep[]
): TestStep {
  return {
    name,
    async run(env) {
      if (!env[variable]) {
        const count = { passed: 0, failed: 0, skipped: 1 }
        return { count, output: '', skippedBecause: `${variable} is not set` }
      }
      const outcomes: StepOutcome[] = []
      for (const suite of suites) outcomes.push(await suite.run(env))
      return {
        count: sumCounts(outcomes.map(({ count }) => count)),
        output: outcomes.map(({ output }) => output).join('\n'),
      }
    },
  }
}

/**
 * Creates a step that runs the stories of `examples/frameworks`, for which it packs and installs.
 */
export function frameworksStep(name: string): TestStep {
  const report = join('.reports', 'frameworks.json')
  return suiteStep(name, report, 'node', ['scripts/frameworks.ts'], (text) =>
    countPlaywright(JSON.parse(text) as PlaywrightReport),
  )
}

/**
 * Creates a step that runs a suite. It fails if a test fails. It also fails if the suite ran no
 * test, left no report, or ended with an error that its report does not show.
 */
export function suiteStep(
  name: string,
  report: string,
  command: string,
  args: readonly string[],
  countReport: (text: string) => TestCount,
): TestStep {
  return {
    name,
    async run(env) {
      rmSync(report, { force: true })
      const { code, output } = await runSuite(name, command, args, env)
      const count = existsSync(report)
        ? countReport(readFileSync(report, 'utf8'))
        : { passed: 0, failed: 0, skipped: 0 }
      if (count.passed + count.failed === 0) {
        return { count: { ...count, failed: 1 }, output: `${output}\nNo test ran.` }
      }
      if (code !== 0 && count.failed === 0) {
        const why = `${command} ended with code ${code} though no test failed.`
        return { count: { ...count, failed: 1 }, output: `${output}\n${why}` }
      }
      return { count, output }
    },
  }
}

/** The time after which a suite counts as hung, for example because a browser does not start. */
const hungMs = 20 * 60_000

/** Runs a suite, and once more if it hangs. A suite that hangs twice fails. */
async function runSuite(
  name: string,
  command: string,
  args: readonly string[],
  env: Env,
): Promise<Finished> {
  // A run with full counts has no time limit.
  const limitMs = env['AMBIT_LONG'] ? undefined : hungMs
  const finished = await runCommand(command, args, env, limitMs)
  if (!finished.isHung) return finished
  console.log(`${name} did not end within ${hungMs / 60_000} minutes. Once more.`)
  return runCommand(command, args, env, limitMs)
}
