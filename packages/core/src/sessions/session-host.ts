import type { Ports } from '../engine/run/run-config.ts'
import type { RunResult } from '../engine/run/run-result.ts'
import type { Run } from '../engine/run/run.ts'
import type { Session } from '../engine/run/session.ts'
import type { Approvals } from '../approval/approval-store.ts'
import type { AgentStorage } from '../ports/storage.ts'
import type { ScopeRegistry } from '../stores/scope-registry.ts'

/** What sessions ask of their agent. */
export interface SessionHost {
  readonly storage: AgentStorage | undefined
  /** Which session to begin with: the one that was used last, a new one, or one by its id. */
  readonly begin: 'latest' | 'new' | (string & {})
  /** Goes on by itself with a run that was cut short. */
  readonly autoResume: boolean
  readonly ports: Ports
  readonly scopes: ScopeRegistry
  readonly approvals: Approvals
  /** The open session. */
  session: Session
  /** Cancels the session's runs, and resolves when they have ended. */
  end(): Promise<void>
  /** Cancels what runs, as a person at another page asked. */
  stop(): void
  /** Goes on with a run that was cut short, unless the person has said something by now, which does too. */
  resume(): Run<RunResult> | undefined
}

/** Puts an empty session in the place of the open one. */
export function startAnew(host: SessionHost, id: string): void {
  const { history, usage, artifacts } = host.session
  history.restore([], null)
  usage?.reset()
  artifacts?.reset()
  host.session = { id, history, usage, artifacts, state: {} as Session['state'] }
}
