'use client'

import type { ReactElement } from 'react'
import { chatParts } from './chat-parts.ts'
import { type ChatProps, ChatRoot } from './chat-root.tsx'
import { checkProps } from './dev/check-props.ts'
import { PageLook } from './page-look/page-look.tsx'
import { addStyles } from './styles/bring-styles.ts'
import lateText from './styles/late-parts.css?inline'
import panelText from './styles/panel.css?inline'
import transcriptText from './styles/transcript.css?inline'
import { UndoByWords } from './transcript/undo-by-words.tsx'
import { createPortal } from 'react-dom'

addStyles(panelText)
addStyles(transcriptText)
addStyles(lateText)

/**
 * Provides texts and colours to the parts of one chat, and keeps the page's styles out. Must be
 * inside an `AgentProvider`. Takes no space of its own.
 */
export function Root(props: ChatProps): ReactElement {
  checkProps('Chat.Root', props)
  return (
    <ChatRoot {...props} code={chatParts} portal={createPortal}>
      <PageLook />
      <UndoByWords />
      {props.children}
    </ChatRoot>
  )
}
