import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileReport, SuiteReport } from './suite-report.ts'
import { suiteStep } from './suite-step.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ambit-'))
})

/** One try of a suite: the failed tests by file, and the way it ends. */
interface Try {
  readonly files?: Record<string, readonly string[]>
  readonly errors?: number
  readonly code?: number
  readonly says?: string
}

/** The program of the suite: each time it runs, it plays the next try and notes its arguments. */
const program = `
  const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs')
  const [plan, report, calls, ...args] = process.argv.slice(1)
  const nth = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\\n').length : 0
  appendFileSync(calls, JSON.stringify(args) + '\\n')
  const { says = 'said', code = 0, ...written } = JSON.parse(plan)[nth]
  console.log(says)
  if (written.files) writeFileSync(report, JSON.stringify(written))
  process.exit(code)`

function suite(tries: readonly Try[], hasSecondTry = true) {
  const [report, calls] = [join(folder, 'report.json'), join(folder, 'calls')]
  const args = ['-e', program, JSON.stringify(tries), report, calls]
  const read = (text: string): SuiteReport => {
    const { files, errors = 0 } = JSON.parse(text) as Try
    const reports = Object.entries(files ?? {}).map(([file, failed]): [string, FileReport] => {
      // Each file has two tests.
      const count = { passed: 2 - failed.length, failed: failed.length, skipped: 0 }
      return [file, { count, failed: [...failed] }]
    })
    return { files: new Map(reports), errors }
  }
  const argsOf = (files: readonly string[]) => [...args, ...files]
  const step = suiteStep({
    name: 'suite',
    command: execPath,
    args,
    report,
    read,
    argsOf: hasSecondTry ? argsOf : undefined,
  })
  return {
    run: () => step.run({}),
    report,
    calls: () => readFileSync(calls, 'utf8').trim().split('\n'),
  }
}

describe('suiteStep', () => {
  it('counts what the report says', async () => {
    const good = await suite([{ files: { a: [], b: [] } }]).run()
    expect(good.count).toEqual({ passed: 4, failed: 0, skipped: 0 })
    expect(good.again).toBeUndefined()
  })

  it('fails when nothing ran', async () => {
    const { count, output } = await suite([{ files: {} }]).run()
    expect(count.failed).toBe(1)
    expect(output).toContain('No test ran')
  })

  it('fails when there is no report, and takes none from an earlier run', async () => {
    const { run, report } = suite([{}])
    writeFileSync(report, JSON.stringify({ files: { a: [] } }))
    expect((await run()).count).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(existsSync(report)).toBe(false)
  })

  it('fails when the command does though no test failed', async () => {
    const { count, output } = await suite([{ files: { a: [] }, code: 7 }]).run()
    expect(count).toEqual({ passed: 2, failed: 1, skipped: 0 })
    expect(output).toContain('code 7')
  })
})

describe('a second try', () => {
  const broken = { files: { a: [], b: ['opens'] }, code: 1 }

  it('runs the failed files alone; what passes then is counted as passed, and named', async () => {
    const { run, calls } = suite([broken, { files: { b: [] }, says: 'well' }])
    const first = await run()
    expect(first.count).toEqual({ passed: 3, failed: 1, skipped: 0 })
    const { count, output, unsteady, again } = (await first.again?.()) ?? first
    expect(count).toEqual({ passed: 4, failed: 0, skipped: 0 })
    expect(unsteady).toEqual(['unsteady: b (opens) passed at the second try'])
    expect(output).toMatch(/said[\s\S]*Once more, alone:\nwell/)
    expect(again).toBeUndefined()
    expect(calls()).toEqual(['[]', '["b"]'])
  })

  it('that fails too fails the step, also by another test of the file', async () => {
    const { run } = suite([broken, { files: { b: ['closes'] }, code: 1 }])
    const { count, unsteady } = (await (await run()).again?.()) ?? {}
    expect(count).toEqual({ passed: 3, failed: 1, skipped: 0 })
    expect(unsteady).toEqual(['unsteady: b (opens) passed at the second try'])
  })

  it('that does not run its file fails the step, and names nothing', async () => {
    const without = await suite([broken, {}]).run()
    expect(await without.again?.()).toMatchObject({ count: { failed: 1 }, unsteady: [] })
  })

  it('that ends with an error fails the step', async () => {
    const { run } = suite([broken, { files: { b: [] }, code: 1 }])
    expect(await (await run()).again?.()).toMatchObject({ count: { failed: 1 } })
  })

  it('is not given to a suite that drives no browser', async () => {
    const { again, count } = await suite([broken], false).run()
    expect([again, count.failed]).toEqual([undefined, 1])
  })

  it('is not given after an error that no file caused', async () => {
    const { again } = await suite([{ ...broken, errors: 1 }]).run()
    expect(again).toBeUndefined()
  })

  it('is not given after an error that no test caught', async () => {
    const says = 'Vitest caught 1 unhandled error during the test run.'
    expect((await suite([{ ...broken, says }]).run()).again).toBeUndefined()
  })
})
