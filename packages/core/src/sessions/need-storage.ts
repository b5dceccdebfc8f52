import { AgentError } from '../errors/agent-error.ts'
import type { AgentStorage } from '../storage/storage.ts'

/** Returns the storage. Throws `AgentError` if there is none; `what` is the action. */
export function needStorage(storage: AgentStorage | undefined, what: string): AgentStorage {
  if (storage) return storage
  throw new AgentError(
    `\`sessions.${what}\` needs a storage, and the agent has none: only the open session exists, in memory. Give the agent \`storage: indexedDbStorage()\` of @ambit/browser.`,
  )
}
