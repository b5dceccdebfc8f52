import { execPath } from 'node:process'
import { describe, expect, it } from 'vitest'
import { checkStep, type StepOutcome, stepThatNeeds, type TestStep } from './test-step.ts'

const exits = (code: number) => ['-e', `console.log('said'); process.exit(${code})`]

describe('checkStep', () => {
  it('counts as one test, passed or failed by the exit code', async () => {
    const good = await checkStep('good', [execPath, ...exits(0)]).run({})
    expect(good).toEqual({ count: { passed: 1, failed: 0, skipped: 0 }, output: 'said\n' })
    const bad = await checkStep('bad', [execPath, ...exits(3)]).run({})
    expect(bad.count).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('runs every command and fails when one does', async () => {
    const good = [execPath, ...exits(0)] as const
    const bad = [execPath, ...exits(3)] as const
    const step = await checkStep('both', bad, good).run({})
    expect(step).toEqual({ count: { passed: 0, failed: 1, skipped: 0 }, output: 'said\nsaid\n' })
    expect((await checkStep('both', good, bad).run({})).count.failed).toBe(1)
  })
})

describe('stepThatNeeds', () => {
  const good = checkStep('good', [execPath, ...exits(0)])
  const bad = checkStep('bad', [execPath, ...exits(3)])

  it('runs every suite, and counts them together', async () => {
    const step = stepThatNeeds('AMBIT_FIREFOX', 'firefox', bad, good)
    const outcome = await step.run({ AMBIT_FIREFOX: '/usr/bin/firefox' })
    expect(outcome.count).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(outcome.output).toBe('said\n\nsaid\n')
    expect(outcome.skippedBecause).toBeUndefined()
    expect(outcome.again).toBeUndefined()
  })

  it('is skipped, and counted as skipped, where the program is missing', async () => {
    const step = stepThatNeeds('AMBIT_FIREFOX', 'firefox', bad)
    const { count, skippedBecause } = await step.run({ AMBIT_FIREFOX: undefined })
    expect(count).toEqual({ passed: 0, failed: 0, skipped: 1 })
    expect(skippedBecause).toBe('AMBIT_FIREFOX is not set')
  })

  it('tries again only the suites that have a second try', async () => {
    let runs = 0
    const second = { count: { passed: 1, failed: 0, skipped: 0 }, output: '', unsteady: ['late'] }
    const late: TestStep = {
      name: 'late',
      run: async (): Promise<StepOutcome> => ({
        count: { passed: 0, failed: 1, skipped: 0 },
        output: '',
        again: async () => second,
      }),
    }
    const counted: TestStep = { name: 'counted', run: (env) => (runs++, good.run(env)) }
    const outcome = await stepThatNeeds('IT', 'it', counted, late).run({ IT: 'here' })
    expect(outcome.count).toEqual({ passed: 1, failed: 1, skipped: 0 })
    const again = await outcome.again?.()
    expect(again).toMatchObject({ count: { passed: 2, failed: 0 }, unsteady: ['late'] })
    expect(runs).toBe(1)
  })
})
