import type { Run } from './run.ts'
import type { Session } from './session.ts'

/**
 * The runs that are no turns of a session, such as those of `runTool` and `undo`. Each belongs to
 * the session in which it was begun.
 */
export class Asides {
  readonly #sessions = new Map<Run<unknown>, Session>()

  /** Adds a run until it has ended, and returns the run. */
  add<T>(run: Run<T>, session: Session): Run<T> {
    this.#sessions.set(run, session)
    const remove = (): unknown => this.#sessions.delete(run)
    run.result.then(remove, remove)
    return run
  }

  /** Tells if a run goes on in a session. */
  uses(session: Session): boolean {
    return [...this.#sessions.values()].includes(session)
  }

  /** Cancels the runs of a session, and resolves when all of them have ended. */
  async end(sessionId: string): Promise<void> {
    const runs = [...this.#sessions].flatMap(([run, { id }]) => (id === sessionId ? [run] : []))
    for (const run of runs) run.cancel({ kind: 'user', tag: 'session' })
    await Promise.allSettled(runs.map(({ result }) => result))
  }
}
