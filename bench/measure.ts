import { threadCpuUsage } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { median } from './median.ts'

/** Something to be timed. */
export interface Subject {
  readonly name: string
  /** Prepares one pass, untimed; what it returns is timed. */
  readonly make: () => () => unknown
  /** How many operations one pass is. Default 1. */
  readonly operations?: number | undefined
}

/** How long and how often. */
export interface Effort {
  readonly rounds: number
  /** Of one subject, before the first round. */
  readonly warmUpMs: number
  /** Of one subject in one round; at least one pass. */
  readonly batchMs: number
}

export const shortEffort: Effort = { rounds: 9, warmUpMs: 400, batchMs: 25 }
export const fullEffort: Effort = { rounds: 25, warmUpMs: 1_000, batchMs: 80 }

setFlagsFromString('--expose-gc')
/** Collects all garbage. */
export const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void

/**
 * Microseconds of main thread that an operation takes, by the subjects' names: the median over rounds in each of which every subject runs one batch. The
 * thread's own CPU time, so that what else the machine does counts for nobody; nothing measured here waits for a timer or a network.
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
    // Nobody always runs after the same neighbour's garbage.
    const order = subjects.map((_, at) => subjects[(at + round) % subjects.length] as Subject)
    for (const subject of order) {
      const passes = batches.get(subject) ?? 1
      const us = (await time(subject, passes)) / passes / (subject.operations ?? 1)
      times.get(subject.name)?.push(us)
    }
  }
  return (name) => median(times.get(name) ?? [])
}

/** Runs until the time is up and returns how long the fastest pass took: about what one takes once it is compiled. */
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

/** Milliseconds that this thread has run. Only good for spans of many: systems count it in steps of up to one or two. */
function now(): number {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1_000
}
