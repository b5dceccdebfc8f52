import type { Agent } from '@ambit/core'
import type { UIMessage } from 'ai'
import type { AgentChats } from './agent-chats.ts'
import { findMessage } from './find-message.ts'

/**
 * Opens the session of a chat. That is the stored session with the chat's id; else the open
 * session, unless it belongs to another chat; else a new one. A chat that shows messages of the
 * open session belongs to it.
 */
export async function openSession(
  chats: AgentChats,
  chatId: string,
  messages: readonly UIMessage[],
): Promise<void> {
  const { sessions } = chats.agent
  await whenOpen(sessions)
  const known = chats.sessions.get(chatId)
  if (known !== undefined) {
    if (known !== sessions.current) await sessions.open(known)
    return
  }
  const isShown = messages.slice(0, -1).some(({ id }) => findMessage(chats, id))
  if (chatId !== sessions.current && !isShown) {
    const isTaken = [...chats.sessions.values()].includes(sessions.current)
    if (await isStored(sessions, chatId)) await sessions.open(chatId)
    else if (isTaken) await sessions.create()
  }
  chats.sessions.set(chatId, sessions.current)
}

/** Resolves with true if the open session is that of a chat. Opens none. */
export async function isSessionOf(chats: AgentChats, chatId: string): Promise<boolean> {
  const { sessions } = chats.agent
  await whenOpen(sessions)
  const known = chats.sessions.get(chatId)
  if (known !== undefined) return known === sessions.current
  if (chatId !== sessions.current && (await isStored(sessions, chatId))) return false
  chats.sessions.set(chatId, sessions.current)
  return true
}

/** Resolves with false without a storage, too. */
const isStored = (sessions: Agent['sessions'], id: string): Promise<boolean> =>
  sessions.list().then(
    (stored) => stored.some((session) => session.id === id),
    () => false,
  )

/** Resolves when the first session has been read. */
function whenOpen(sessions: Agent['sessions']): Promise<void> | undefined {
  if (!sessions.getState().isOpening) return undefined
  return new Promise((resolve) => {
    const stop = sessions.subscribe(({ isOpening }) => {
      if (isOpening) return
      stop()
      resolve()
    })
  })
}
