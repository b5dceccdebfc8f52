import type { RecordedRun, RecordOptions } from '@ambit/devtools/record'

/**
 * The things that are compared; each level has those before it. `calls`: the calls, their outcomes,
 * approvals, questions, undo. `tools`: the tools of each request, on or off, and their arguments.
 * `results`: the results of calls. `prompt`: the descriptions of tools and the whole prompt.
 */
export type PlayLevel = 'calls' | 'tools' | 'results' | 'prompt'

/** The options of a play. */
export interface PlayOptions {
  /** Default `tools`. */
  readonly level?: PlayLevel | undefined
  /**
   * The paths in results to leave out, such as `list_orders.rows.*.updatedAt`: a tool's name, then
   * keys. `*` stands for any key.
   */
  readonly ignore?: readonly string[] | undefined
  /**
   * The fake clock of the agent. It is moved on where nobody answered an approval in time, and
   * where a request is tried again. Without it, such a call is denied.
   */
  readonly clock?: { now(): number; advance(ms: number): Promise<unknown> } | undefined
  /**
   * The removal of secrets, as it was given to `record`. Default: that of the agent. Without it,
   * `text` would have the secrets that the recording does not.
   */
  readonly redaction?: RecordOptions['redaction']
  /**
   * The longest wait for the agent, in milliseconds of real time in which it does nothing. After
   * it, the run is cancelled and is part of the drift. Tools that come late have a second of it, or
   * less. Default 3000, which is below the usual limit of a test.
   */
  readonly waitMs?: number | undefined
  /**
   * Runs before each run of the user: for what they did on the page itself, such as a click on a
   * link. `index` is 0 for the first.
   */
  readonly beforeRun?: ((run: RecordedRun, index: number) => unknown) | undefined
}

const levels: readonly PlayLevel[] = ['calls', 'tools', 'results', 'prompt']

/** Throws an `Error` for what is not a level. */
export function checkLevel(level: unknown): void {
  if (levels.includes(level as PlayLevel)) return
  throw new Error(
    `\`level\` is ${JSON.stringify(level)}, so it is not known what to compare. Give one of ${levels.join(', ')}.`,
  )
}

/** Whether a level is part of another one. */
export const includes = (level: PlayLevel, part: PlayLevel): boolean =>
  levels.indexOf(part) <= levels.indexOf(level)
