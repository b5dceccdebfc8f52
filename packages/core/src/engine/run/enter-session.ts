import type { Conducted } from './conduct.ts'
import type { LoopRun } from './run-core.ts'

/** How a run comes into a stored session. */
export interface Entrance {
  /** Waits for another page that runs the session, instead of being refused. */
  readonly isWaiting: boolean
  /** Goes on with the run that was cut short, instead of closing it. */
  readonly isResuming: boolean
  /** A chat, whose progress is kept. */
  readonly isTurn: boolean
}

/**
 * Makes this page the one that runs the session, brings its history up to date, and gives the run its journal. What it resolves with ends that. Rejects `AgentBusyError` when another
 * page runs the session and it is not to be waited for.
 */
export type EnterSession = (run: LoopRun, how: Entrance) => Promise<() => Promise<void>>

/** Runs a body in a stored session or, without `enter`, as it is. */
export async function inSession<T>(
  run: LoopRun,
  enter: EnterSession | undefined,
  how: Entrance,
  body: () => Promise<Conducted<T>>,
): Promise<Conducted<T>> {
  if (!enter) return body()
  const leave = await enter(run, how)
  try {
    run.throwIfEnding()
    return await body()
  } finally {
    await leave()
  }
}
