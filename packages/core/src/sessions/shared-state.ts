import type { PageActivity, SessionCommand } from '../storage/storage.ts'
import type { ActivityState } from '../state/activity.ts'
import type { OpenSession } from './open-session.ts'
import type { ApprovalRequest } from '../approval/approval-request.ts'
import type { Approvals } from '../approval/approvals.ts'

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

/** Lets every page that shows a session answer what the page that runs it asks; the first answer counts, there. */
export class SharedApprovals {
  readonly #open: OpenSession
  readonly #approvals: Approvals
  /** What other pages ask, and how it is taken out of sight. */
  readonly #foreign = new Map<string, () => void>()
  #isRunning = false

  constructor(open: OpenSession) {
    this.#open = open
    this.#approvals = open.host.agent.approvals
    this.#approvals.subscribe(({ pending }, { pending: before }) => {
      if (pending !== before) this.#tell()
    })
  }

  /** This page begins, or ends, to run the session. */
  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning
    if (isRunning) this.show([])
  }

  /** Asks the page that runs the session what it waits for. */
  ask(): void {
    this.#open.storage.send(this.#open.id, { type: 'command', command: { type: 'report' } })
  }

  /** Does what another page asks about approvals. */
  obey(command: SessionCommand): void {
    if (command.type === 'report') this.#tell()
    if (command.type !== 'answer') return
    const { id, decision } = command
    const said = typeof decision === 'boolean' ? undefined : decision
    if (decision === true) this.#approvals.approve(id)
    else if (said?.decision === 'approve') this.#approvals.approve(id, said)
    else this.#approvals.deny(id, said?.comment)
  }

  /** Shows what the page that runs the session waits for, in place of what was shown. */
  show(pending: readonly ApprovalRequest[]): void {
    const ids = new Set(pending.map(({ id }) => id))
    for (const [id, close] of this.#foreign) {
      if (ids.has(id)) continue
      this.#foreign.delete(id)
      close()
    }
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
  }

  #tell(): void {
    if (!this.#isRunning) return
    const { pending } = this.#approvals.getState()
    this.#open.storage.send(this.#open.id, { type: 'approvals', pending })
  }
}
