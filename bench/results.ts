import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem, type } from 'node:os'
import { version } from 'node:process'
import type { Figure } from './figure.ts'

const file = 'bench/results.json'

/** The figures of one suite, with the day and the machine. */
export interface Result {
  readonly suite: string
  /** The day, as in 2026-01-31. */
  readonly measuredOn: string
  readonly machine: string
  /** True if the suite was run with `--full`. */
  readonly isFull: boolean
  readonly figures: readonly Figure[]
}

/** Returns the last kept result of each suite, in the order of the suites. */
export const readResults = (): readonly Result[] =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []

/** Replaces the kept result of a suite. `order` has the names of all suites. */
export function keepResult(
  suite: string,
  figures: readonly Figure[],
  isFull: boolean,
  order: readonly string[],
): void {
  const measuredOn = new Date().toISOString().slice(0, 10)
  const result = { suite, measuredOn, machine: describeMachine(), isFull, figures }
  const others = readResults().filter((one) => one.suite !== suite && order.includes(one.suite))
  const all = [...others, result].toSorted(
    (a, b) => order.indexOf(a.suite) - order.indexOf(b.suite),
  )
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}

function describeMachine(): string {
  const [cpu] = cpus()
  const model =
    cpu?.model.replaceAll(/\((R|TM)\)|CPU|@.*/g, '').replaceAll(/\s+/g, ' ') ?? 'unknown'
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  return `${model.trim()}, ${availableParallelism()} cores, ${memory}, ${type()}, Node ${version}`
}
