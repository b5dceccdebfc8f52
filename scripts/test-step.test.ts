import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { describe, expect, it } from 'vitest'
import { checkStep, stepThatNeeds, suiteStep } from './test-step.ts'

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

describe('suiteStep', () => {
  const report = join(mkdtempSync(join(tmpdir(), 'ambit-')), 'report.json')
  const writes = (passed: number, failed: number, code: number) => [
    '-e',
    `require('node:fs').writeFileSync(process.env.REPORT,
      JSON.stringify({ passed: ${passed}, failed: ${failed}, skipped: 0 })); process.exit(${code})`,
  ]
  const suite = (args: string[]) =>
    suiteStep('suite', report, execPath, args, (text) => JSON.parse(text)).run({ REPORT: report })

  it('counts what the report says', async () => {
    expect((await suite(writes(2, 0, 0))).count).toEqual({ passed: 2, failed: 0, skipped: 0 })
    expect((await suite(writes(2, 1, 1))).count).toEqual({ passed: 2, failed: 1, skipped: 0 })
  })

  it('fails when nothing ran', async () => {
    const { count, output } = await suite(writes(0, 0, 0))
    expect(count.failed).toBe(1)
    expect(output).toContain('No test ran')
  })

  it('fails when there is no report, and takes none from an earlier run', async () => {
    writeFileSync(report, '{ "passed": 9, "failed": 0, "skipped": 0 }')
    expect((await suite(exits(0))).count).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('fails when the command does though no test failed', async () => {
    const { count, output } = await suite(writes(2, 0, 7))
    expect(count).toEqual({ passed: 2, failed: 1, skipped: 0 })
    expect(output).toContain('code 7')
  })
})

describe('stepThatNeeds', () => {
  const good = checkStep('good', [execPath, ...exits(0)])
  const bad = checkStep('bad', [execPath, ...exits(3)])

  it('runs every suite, and counts them together', async () => {
    const step = stepThatNeeds('AMBIT_FIREFOX', 'firefox', bad, good)
    const { count, output, skippedBecause } = await step.run({ AMBIT_FIREFOX: '/usr/bin/firefox' })
    expect(count).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(output).toBe('said\n\nsaid\n')
    expect(skippedBecause).toBeUndefined()
  })

  it('is skipped, and counted as skipped, where the program is missing', async () => {
    const step = stepThatNeeds('AMBIT_FIREFOX', 'firefox', bad)
    const { count, skippedBecause } = await step.run({ AMBIT_FIREFOX: undefined })
    expect(count).toEqual({ passed: 0, failed: 0, skipped: 1 })
    expect(skippedBecause).toBe('AMBIT_FIREFOX is not set')
  })
})
