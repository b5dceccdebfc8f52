import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runUnlessHung } from './run-command.ts'
import {
  countSuite,
  failedFiles,
  type PlaywrightReport,
  readPlaywright,
  readVitest,
  type SuiteReport,
  type VitestReport,
} from './suite-report.ts'
import type { Env, StepOutcome, TestStep } from './test-step.ts'

/** A command that runs tests and writes a report. */
export interface Suite {
  name: string
  command: string
  args: readonly string[]
  /** The path of the report. */
  report: string
  read: (report: string) => SuiteReport
  /**
   * Returns the arguments that run these files alone. Given for a suite that drives a browser: its
   * files with failed tests get a second try.
   */
  argsOf?: ((files: readonly string[]) => readonly string[]) | undefined
}

/**
 * Creates a step that runs vitest projects of `vite.config.ts`. The files of unit tests share a
 * thread, so one that fails beside others gets a second try too, and is named.
 */
export function vitestStep(name: string, ...projects: readonly string[]): TestStep {
  const suite = vitestSuite(name, projects)
  return suiteStep({ ...suite, argsOf: (files) => [...suite.args, ...files] })
}

/** Creates a step that runs one of the vitest projects that drive a browser. */
export const browserStep = (name: string, project: string): TestStep => vitestStep(name, project)

function vitestSuite(name: string, projects: readonly string[]): Suite {
  const report = join('.reports', `${projects[0]}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name,
    command: 'vitest',
    args: ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters],
    report,
    read: (text) => readVitest(JSON.parse(text) as VitestReport),
  }
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
  const results = join('.reports', `e2e-${engine}`)
  // A story that imports a package gets its source: nothing is built yet.
  const args = ['--conditions=ambit-source', 'node_modules/@playwright/test/cli.js', 'test']
  const step = suiteStep({
    name,
    command: 'node',
    args: [...args, ...files],
    report: `${results}.json`,
    read: readStories,
    // The traces of the first try are kept.
    argsOf: (failed) => [...args, '--output', `${results}-again`, ...failed],
  })
  return { name, run: (env) => step.run({ ...env, AMBIT_ENGINE: engine }) }
}

const readStories = (text: string): SuiteReport =>
  readPlaywright(JSON.parse(text) as PlaywrightReport)

/**
 * Creates a step that runs the stories of `examples/frameworks`, for which it packs and installs.
 */
export function frameworksStep(name: string): TestStep {
  return suiteStep({
    name,
    command: 'node',
    args: ['scripts/frameworks.ts'],
    report: join('.reports', 'frameworks.json'),
    read: readStories,
    argsOf: (failed) => ['scripts/frameworks.ts', ...failed],
  })
}

/**
 * Creates a step that runs a suite. It fails if a test fails. It also fails if the suite ran no
 * test, left no report, or ended with an error that its report does not show.
 */
export function suiteStep(suite: Suite): TestStep {
  const { name, args, argsOf } = suite
  return {
    name,
    async run(env) {
      const first = await runOnce(suite, args, env)
      const failed = failedFiles(first)
      const outcome = toOutcome(suite, first)
      // A second try of files says nothing about an error outside of them.
      const isInFiles = first.errors === 0 && !/caught \d+ unhandled error/.test(first.output)
      if (!argsOf || failed.length === 0 || !isInFiles) return outcome
      const again = async (): Promise<StepOutcome> => {
        const second = await runOnce(suite, argsOf(failed), env)
        const files = new Map([...first.files, ...second.files])
        const output = `${first.output}\nOnce more, alone:\n${second.output}`
        const unsteady = failed.flatMap((file) => passedAgain(file, first, second))
        return { ...toOutcome(suite, { ...second, files, output }), unsteady }
      }
      return { ...outcome, again }
    },
  }
}

/** Returns a line for each test of a file that failed in the first try and not in the second. */
function passedAgain(file: string, first: SuiteReport, second: SuiteReport): string[] {
  const tried = second.files.get(file)
  const failed = first.files.get(file)?.failed ?? []
  return failed
    .filter((title) => tried && !tried.failed.includes(title))
    .map((title) => `unsteady: ${file} (${title}) passed at the second try`)
}

interface Tried extends SuiteReport {
  code: number
  output: string
}

async function runOnce(suite: Suite, args: readonly string[], env: Env): Promise<Tried> {
  const { command, report, read } = suite
  rmSync(report, { force: true })
  const { code, output } = await runUnlessHung(command, args, env)
  const result = existsSync(report)
    ? read(readFileSync(report, 'utf8'))
    : { files: new Map(), errors: 0 }
  return { ...result, code, output }
}

function toOutcome({ command }: Suite, tried: Tried): StepOutcome {
  const { code, output } = tried
  const count = countSuite(tried)
  if (count.passed + count.failed === 0) {
    return { count: { ...count, failed: 1 }, output: `${output}\nNo test ran.` }
  }
  if (code !== 0 && count.failed === 0) {
    const why = `${command} ended with code ${code} though no test failed.`
    return { count: { ...count, failed: 1 }, output: `${output}\n${why}` }
  }
  return { count, output }
}
