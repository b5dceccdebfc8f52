import type { ReactElement } from 'react'
import { TouchedMarks } from './acting/touched-marks.tsx'
import { chatParts } from './chat-parts.ts'
import { checkProps } from './check-props.ts'
import { type ChatProps, ChatRoot } from './chat-root.tsx'
import { PageLook } from './page-look/page-look.tsx'
import { addStyles } from './styles/bring-styles.ts'
import lateText from './styles/late-parts.css?inline'
import panelText from './styles/panel.css?inline'
import transcriptText from './styles/transcript.css?inline'
import { UndoByWords } from './transcript/undo-by-words.tsx'

addStyles(panelText)
addStyles(transcriptText)
addStyles(lateText)

/**
 * Provides texts and colours to the parts of one chat, and keeps the page's styles out. Must be
 * inside an `AgentProvider`. Takes no space of its own.
 */
export function Chat(props: ChatProps): ReactElement {
  checkProps('Chat', props)
  const { children, marks = true, ...rest } = props
  return (
    <ChatRoot {...rest} parts={chatParts}>
      <PageLook />
      {marks && <TouchedMarks />}
      <UndoByWords />
      {children}
    </ChatRoot>
  )
}
