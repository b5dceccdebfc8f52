import type { PageActivity } from '../ports/storage.ts'
import type { ActivityState } from '../stores/activity.ts'
import type { OpenSession } from './open-session.ts'

const idle: PageActivity = { status: 'idle', calls: [] }

/** Shows in every page what the one that runs the session is doing; what it writes is seen there alone. */
export class SharedActivity {
  readonly #open: OpenSession
  #isRunning = false
  #told = ''
  /** What another page does; undefined where none does anything. */
  #theirs: PageActivity | undefined

  constructor(open: OpenSession) {
    this.#open = open
    open.host.agent.activity.subscribe((now, before) => {
      if (before.runId !== undefined && now.runId === undefined) this.#showTheirs()
      this.#tell()
    })
  }

  /** This page begins, or ends, to run the session. */
  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning
    this.#theirs = undefined
    this.report()
  }

  /** Tells the other pages, whether or not something has changed. */
  report(): void {
    this.#told = ''
    this.#tell()
  }

  /** Shows what another page does; until that tells, that it does something. */
  show(theirs: PageActivity = { status: 'running', calls: [] }): void {
    this.#theirs = theirs
    this.#showTheirs()
  }

  /** No other page does anything. */
  clear(): void {
    if (!this.#theirs) return
    this.show(idle)
    this.#theirs = undefined
  }

  #showTheirs(): void {
    const { activity } = this.#open.host.agent
    // What this page waits for itself comes first.
    if (!this.#theirs || activity.getState().runId !== undefined) return
    const { status, waitingFor, retryAt, calls } = this.#theirs
    const byId = new Map(calls.map((call) => [call.callId, { ...call, input: '' }]))
    activity.change({ status, waitingFor, retryAt, calls: byId })
  }

  #tell(): void {
    if (!this.#isRunning) return
    const activity = toPageActivity(this.#open.host.agent.activity.getState())
    const text = JSON.stringify(activity)
    if (text === this.#told) return
    this.#told = text
    this.#open.storage.send(this.#open.id, { type: 'activity', activity })
  }
}

/** Calls that are still being written are of no message that another page has. */
function toPageActivity({ status, waitingFor, retryAt, calls }: ActivityState): PageActivity {
  return {
    status,
    waitingFor,
    retryAt,
    calls: [...calls.values()]
      .filter((call) => call.status !== 'input-streaming')
      .map(({ input: _input, ...call }) => call),
  }
}
