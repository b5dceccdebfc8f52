import { checkOptions } from '@ambit/core'
import type { Run } from '@ambit/core'
import { readRecording, recordingOf, type Recording } from '@ambit/devtools/record'
import type { Scorer, ScorerResult } from './scorers.ts'

/** The options of a score. */
export interface ScoreOptions {
  /** The number of repetitions, from 1. More than one needs a function. Default 1. */
  readonly times?: number | undefined
}

/** The judgement of all repetitions. */
export interface Score {
  /** True if every scorer passed in every repetition. */
  readonly pass: boolean
  /** The share of the repetitions in which every scorer passed, 0 to 1. */
  readonly passRate: number
  /** The share of the repetitions that each scorer passed, and its words for each repetition. */
  readonly scorers: readonly {
    readonly name: string
    readonly passRate: number
    readonly reasons: readonly string[]
  }[]
  /** The outcomes of each repetition. */
  readonly results: readonly (readonly ScorerResult[])[]
}

type Subject = Recording | Run<unknown>

/**
 * Judges a recording, a run, or what a function makes anew for each repetition. A run is awaited,
 * and may fail: the scorers see what it did. With a real model, `times` gives the share that
 * passes.
 *
 * Rejects with the error of a scorer, or of the function. Rejects with an `Error` for a wrong
 * `times`, and if a recording cannot be read. Rejects too for a run with runs inside it: its events
 * do not have their calls.
 *
 * @example
 * const refund = () => createApp().chat('Refund a1')
 * const { passRate } = await score(refund, [usedTool('refund')], { times: 5 })
 */
export async function score(
  subject: Subject | (() => Subject | Promise<Recording>),
  scorers: readonly Scorer[],
  options: ScoreOptions = {},
): Promise<Score> {
  checkOptions('`score`', options, { times: 'runs repeat' })
  const { times = 1 } = options
  if (!Number.isInteger(times) || times < 1) {
    throw new Error(`\`times\` is ${times}, so nothing can be scored. Give a whole number from 1.`)
  }
  if (times > 1 && typeof subject !== 'function') {
    throw new Error(
      'A recording or a run is the same each time, so `times` would tell nothing. Give a function that makes a new one.',
    )
  }
  const results: ScorerResult[][] = []
  for (let at = 0; at < times; at++) {
    const made = typeof subject === 'function' ? subject() : subject
    const recording = await toRecording(made)
    results.push(await Promise.all(scorers.map(async (scorer) => scorer(recording))))
  }
  const share = (count: number): number => count / times
  const whole = results.filter((all) => all.every(({ pass }) => pass)).length
  return {
    pass: whole === times,
    passRate: share(whole),
    scorers: (results[0] ?? []).map(({ name }, at) => ({
      name,
      passRate: share(results.filter((all) => all[at]?.pass).length),
      reasons: results.map((all) => all[at]?.reason ?? ''),
    })),
    results,
  }
}

async function toRecording(made: Subject | Promise<Recording>): Promise<Recording> {
  // A run is awaitable too, and would give its result.
  if (!('events' in made)) return readRecording(await made)
  await made.result.catch(() => undefined)
  const inside = made.report?.children.length ?? 0
  if (inside > 0) {
    throw new Error(
      `The run started ${inside} runs inside it, and its events do not have their calls. A scorer could pass over what they did. Give a recording: \`const recorder = record(agent)\`, then \`recorder.recording\` after the run.`,
    )
  }
  return recordingOf(made)
}
