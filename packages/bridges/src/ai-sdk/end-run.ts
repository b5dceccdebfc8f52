import type { Run } from '@ambit/core'
import type { AgentChats } from './agent-chats.ts'

const endings = new WeakMap<AgentChats, Promise<unknown>>()

/** Cancels a run as the user wishes. Resolves when it has ended. */
export function endRun(chats: AgentChats, run: Run<unknown>): Promise<unknown> {
  run.cancel({ kind: 'user' })
  const ending = run.catch(() => undefined)
  endings.set(chats, ending)
  return ending
}

/** Resolves when the last run that a chat has ended is over, with the answers of its calls. */
export const whenEnded = (chats: AgentChats): Promise<unknown> | undefined => endings.get(chats)
