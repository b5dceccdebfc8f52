import type { Program } from './ensure-programs.ts'
import { runUnlessHung } from './run-command.ts'
import { sumCounts, type TestCount } from './test-count.ts'

/** The variables of the environment that a step gets. */
export type Env = Readonly<Record<string, string | undefined>>

/** One step of the test run. */
export interface TestStep {
  name: string
  /** The steps that must have ended before this one begins. */
  after?: readonly string[]
  /** The name of something that one step alone can use at a time. */
  alone?: string
  /** True for a step that measures, so it runs before the others and beside none. */
  isQuiet?: true
  /** The programs that it runs. They are looked for before the first step. */
  needs?: readonly Program[]
  run(env: Env): Promise<StepOutcome>
}

/** The outcome of a step. */
export interface StepOutcome {
  count: TestCount
  output: string
  /** The reason that the step was skipped. A skipped step counts as one skipped test. */
  skippedBecause?: string
  /** Runs the files with failed tests once more. Absent where there is no second try. */
  again?: () => Promise<StepOutcome>
  /** A line for each test that passed at the second try. */
  unsteady?: readonly string[]
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
        const { code, output } = await runUnlessHung(command, args, env)
        outputs.push(output)
        if (code !== 0) failed = 1
      }
      return { count: { passed: 1 - failed, failed, skipped: 0 }, output: outputs.join('') }
    },
  }
}

/** Creates a step of suites that all run. */
export function joinSteps(name: string, ...suites: readonly TestStep[]): TestStep {
  return {
    name,
    async run(env) {
      const outcomes: StepOutcome[] = []
      for (const suite of suites) outcomes.push(await suite.run(env))
      return joinOutcomes(outcomes)
    },
  }
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
      return joinSteps(name, ...suites).run(env)
    },
  }
}

function joinOutcomes(outcomes: readonly StepOutcome[]): StepOutcome {
  const again = async (): Promise<StepOutcome> => {
    const second: StepOutcome[] = []
    for (const outcome of outcomes) second.push((await outcome.again?.()) ?? outcome)
    return joinOutcomes(second)
  }
  return {
    count: sumCounts(outcomes.map(({ count }) => count)),
    output: outcomes.map(({ output }) => output).join('\n'),
    unsteady: outcomes.flatMap(({ unsteady = [] }) => unsteady),
    ...(outcomes.some((outcome) => outcome.again) && { again }),
  }
}
