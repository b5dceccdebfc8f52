import type { ReactElement } from 'react'
import { ActingScopes } from './acting/acting-scopes.tsx'
import { chatParts } from './chat-parts.ts'
import { type ChatProps, ChatRoot } from './chat-root.tsx'

/**
 * Provides texts and colours to the parts of one chat, and keeps the page's styles out. Must be
 * inside an `AgentProvider`. Takes no space of its own.
 */
export const Chat = ({ children, ...props }: ChatProps): ReactElement => (
  <ChatRoot {...props} parts={chatParts}>
    <ActingScopes />
    {children}
  </ChatRoot>
)
