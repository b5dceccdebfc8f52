import { useMemo } from 'react'
import { messageReader } from './message-reader.ts'
import { useSession } from './session.ts'
import { useStore } from '../use-store.ts'

/**
 * The ids of the messages that stand in one place of the history, oldest first: the message of this
 * id, and what took its place by `edit` or `regenerate`. Empty while the message is being written.
 * `agent.history.select(id)` shows another one.
 */
export function useBranches(messageId: string): readonly string[] {
  const session = useSession('useBranches')
  const reader = useMemo(() => messageReader(session, messageId), [session, messageId])
  return useStore(reader, () => {
    const { history } = session.agent
    return history.has(messageId) ? history.branches(messageId) : none
  })
}

const none: readonly string[] = []
