import { threadCpuUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median } from './median.ts'

/** An operation to measure. */
export interface Subject {
  readonly name: string
  /** Prepares one pass. Only the returned function is timed. */
  readonly make: () => () => unknown
  /** The number of operations in one pass. Default 1. */
  readonly operations?: number | undefined
}

/** The durations and the number of rounds of a measurement. */
export interface Effort {
  readonly rounds: number
  /** The time for each subject before the first round. */
  readonly warmUpMs: number
  /** The time for each subject in one round; at least one pass runs. */
  readonly batchMs: number
}

export const shortEffort: Effort = { rounds: 9, warmUpMs: 400, batchMs: 25 }
export const fullEffort: Effort = { rounds: 25, warmUpMs: 1_000, batchMs: 80 }

setFlagsFromString('--expose-gc')
/** Collects all garbage. */
export const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void

/**
 * Measures the microseconds of main thread that an operation takes, by the subjects' names. The
 * result is the median over the rounds. In each round every subject runs one batch. The time is the
 * thread's own CPU time, so other work of the machine does not count. No subject waits for a timer
 * or a network.
 */
export async function measure(
  subjects: readonly Subject[],
  { rounds, warmUpMs, batchMs }: Effort,
): Promise<(name: string) => number> {
  const batches = new Map<Subject, number>()
  for (const subject of subjects) {
    const passMs = await warmUp(subject, warmUpMs)
    batches.set(subject, Math.min(2_000, Math.ceil(batchMs / passMs)))
  }
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round++) {
    // The order changes, so no subject always runs after the garbage of the same one.
    const order = subjects.map((_, at) => subjects[(at + round) % subjects.length] as Subject)
    for (const subject of order) {
      const passes = batches.get(subject) ?? 1
      const us = (await time(subject, passes)) / passes / (subject.operations ?? 1)
      times.get(subject.name)?.push(us)
    }
  }
  return (name) => median(times.get(name) ?? [])
}

/**
 * Runs until the time is over and returns the duration of the fastest pass. A compiled pass takes
 * about as long.
 */
async function warmUp({ make }: Subject, warmUpMs: number): Promise<number> {
  const until = now() + warmUpMs
  let fastest = Number.POSITIVE_INFINITY
  do {
    const pass = make()
    const startedAt = performance.now()
    await pass()
    fastest = Math.min(fastest, performance.now() - startedAt)
  } while (now() < until)
  return fastest
}

async function time({ make }: Subject, passes: number): Promise<number> {
  const made = Array.from({ length: passes }, make)
  collectGarbage({ type: 'minor' })
  const startedAt = now()
  for (const pass of made) await pass()
  return (now() - startedAt) * 1_000
}

/**
 * Returns the CPU time of this thread in milliseconds. Systems count it in steps of one or two
 * milliseconds, so use it only for long spans.
 */
function now(): number {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1_000
}
