import { createContext, useContext, type Context, type RefObject } from 'react'
import { AgentError } from '@ambit/core'
import type { ChatStrings } from './chat-strings.ts'
import type { EndKeeper } from './transcript/end-keeper.ts'

/** What the parts of one chat share. */
export interface ChatContextValue {
  readonly strings: ChatStrings
  /** The text field, for parts that give it the focus. */
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Keeps the end of the transcript in view. */
  readonly end: EndKeeper
}

export const ChatContext: Context<ChatContextValue | undefined> = createContext<
  ChatContextValue | undefined
>(undefined)

/** What the chat around shares. Throws outside of one. */
export function useChat(): ChatContextValue {
  const chat = useContext(ChatContext)
  if (chat) return chat
  throw new AgentError(
    'A part of the chat stands outside of <Chat>, which holds its texts and its colours. Put <Chat> around your parts, or use <Copilot>.',
  )
}
