import type { ReactElement } from 'react'
import { ActingScopes } from './acting/acting-scopes.tsx'
import { chatParts } from './chat-parts.ts'
import { type ChatProps, ChatRoot } from './chat-root.tsx'

/**
 * Stands around the parts of one chat, inside of an `AgentProvider`: holds its texts and its colours, and keeps the host page's
 * styles out. Takes no space of its own.
 */
export const Chat = ({ children, ...props }: ChatProps): ReactElement => (
  <ChatRoot {...props} parts={chatParts}>
    <ActingScopes />
    {children}
  </ChatRoot>
)
