import type { Session } from '../engine/run/session.ts'
import type { SessionHost } from './session-host.ts'

/** Puts an empty session in the place of the open one. */
export function startAnew({ open }: SessionHost, id: string): void {
  const { history, usage, artifacts } = open.session
  history.restore([], null)
  usage?.reset()
  artifacts?.reset()
  open.session = { id, history, usage, artifacts, state: {} as Session['state'] }
}
