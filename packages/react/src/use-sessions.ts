import type { SessionsState } from '@ambit/core'
import { useProvidedAgent } from './agent-context.ts'
import { useStore } from './use-store.ts'

/**
 * What is known of the open session: whether it is still being read, was cut short, goes on in another page or has older messages, and what went wrong with the
 * storage. The same object until that changes. `agent.sessions` has what can be done with it.
 */
export const useSessions = (): SessionsState =>
  useStore(useProvidedAgent('useSessions').sessions, (state) => state)
