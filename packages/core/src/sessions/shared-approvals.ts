import type { ApprovalRequest } from '../approval/approval-request.ts'
import type { Approvals } from '../approval/approval-store.ts'
import type { SessionCommand } from '../ports/storage.ts'
import type { OpenSession } from './open-session.ts'

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
