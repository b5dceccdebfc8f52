import type { SessionHost } from '../../sessions/session-host.ts'
import type { AgentOptions } from './agent-options.ts'
import type { AgentParts } from './agent-runs.ts'

/** What sessions may ask of an agent. */
export const toSessionHost = (
  { storage, session = 'latest', autoResume = false }: AgentOptions,
  { open, ports, scopes, approvals }: AgentParts,
  runs: Pick<SessionHost, 'end' | 'stop' | 'resume'>,
): SessionHost => ({
  storage,
  begin: session,
  autoResume,
  ports,
  scopes,
  approvals,
  get session() {
    return open.session
  },
  set session(opened) {
    open.session = opened
  },
  ...runs,
})
