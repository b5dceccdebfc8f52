import type { PageActivity, SessionCommand } from '../storage/session-note.ts'
import type { ActivityState } from '../state/activity.ts'
import type { OpenSession } from './open-session.ts'
import type { ApprovalRequest } from '../approval/approval-request.ts'
import type { Approvals } from '../approval/approvals.ts'

const idle: PageActivity = { status: 'idle', calls: [] }

/**
 * The activity of the page that runs the session, shown in every page of the session. Only the
 * running page shows the text that a model writes.
 */
export class SharedActivity {
  readonly #open: OpenSession
  #isRunning = false
  /** The last reported activity as JSON. */
  #reported = ''
  /** The activity of another page; undefined while no other page runs the session. */
  #theirs: PageActivity | undefined

  constructor(open: OpenSession) {
    this.#open = open
    open.host.agent.activity.subscribe((now, before) => {
      if (before.runId !== undefined && now.runId === undefined) this.#showTheirs()
      this.#reportChange()
    })
  }

  /** Takes note that this page begins, or ends, to run the session. */
  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning
    this.#theirs = undefined
    this.report()
  }

  /** Reports the activity to the other pages, changed or not. */
  report(): void {
    this.#reported = ''
    this.#reportChange()
  }

  /** Shows the activity of another page. Default: it runs, until it reports more. */
  show(theirs: PageActivity = { status: 'running', calls: [] }): void {
    this.#theirs = theirs
    this.#showTheirs()
  }

  /** Shows that no other page runs the session. */
  clear(): void {
    if (!this.#theirs) return
    this.show(idle)
    this.#theirs = undefined
  }

  #showTheirs(): void {
    const { activity } = this.#open.host.agent
    // A run of this page comes first, also while it waits.
    if (!this.#theirs || activity.getState().runId !== undefined) return
    const { status, waitingFor, retryAt, calls } = this.#theirs
    const byId = new Map(calls.map((call) => [call.callId, { ...call, input: '' }]))
    activity.change({ status, waitingFor, retryAt, calls: byId })
  }

  #reportChange(): void {
    if (!this.#isRunning) return
    const activity = toPageActivity(this.#open.host.agent.activity.getState())
    const text = JSON.stringify(activity)
    if (text === this.#reported) return
    this.#reported = text
    this.#open.storage.send(this.#open.id, { type: 'activity', activity })
  }
}

/** Leaves out calls that are still being written: no other page has their message. */
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

/**
 * The approvals of the page that runs the session, shown in every page of the session. Each page
 * can answer. The running page takes the first answer.
 */
export class SharedApprovals {
  readonly #open: OpenSession
  readonly #approvals: Approvals
  /** The requests of another page by id, each with a function that hides it. */
  readonly #foreign = new Map<string, () => void>()
  #isRunning = false

  constructor(open: OpenSession) {
    this.#open = open
    this.#approvals = open.host.agent.approvals
    this.#approvals.subscribe(({ pending }, { pending: before }) => {
      if (pending !== before) this.#report()
    })
  }

  /** Takes note that this page begins, or ends, to run the session. */
  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning
    if (isRunning) this.show([])
  }

  /** Asks the page that runs the session to report what it waits for. */
  ask(): void {
    this.#open.storage.send(this.#open.id, { type: 'command', command: { type: 'report' } })
  }

  /** Carries out a command of another page about approvals. */
  handle(command: SessionCommand): void {
    if (command.type === 'report') this.#report()
    if (command.type !== 'answer') return
    const { id, decision } = command
    const said = typeof decision === 'boolean' ? undefined : decision
    if (decision === true) this.#approvals.approve(id)
    else if (said?.decision === 'approve') this.#approvals.approve(id, said)
    else this.#approvals.deny(id, said?.comment)
  }

  /** Shows the requests of the page that runs the session, in place of those that were shown. */
  show(pending: readonly ApprovalRequest[]): void {
    for (const request of pending) {
      if (this.#foreign.has(request.id)) continue
      const { id } = request
      const close = this.#approvals.open(request, {
        answer: (decision) => {
          const command = { type: 'answer', id, decision } as const
          this.#open.storage.send(this.#open.id, { type: 'command', command })
          return true
        },
        leave: () => undefined,
      })
      this.#foreign.set(id, close)
    }
    // The replaced ones are hidden last: a new request takes the place of the one that it replaces.
    const ids = new Set(pending.map(({ id }) => id))
    for (const [id, close] of this.#foreign) {
      if (ids.has(id)) continue
      this.#foreign.delete(id)
      close()
    }
  }

  #report(): void {
    if (!this.#isRunning) return
    const { pending } = this.#approvals.getState()
    this.#open.storage.send(this.#open.id, { type: 'approvals', pending })
  }
}
