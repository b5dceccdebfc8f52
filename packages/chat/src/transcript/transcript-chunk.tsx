import type { ReactElement } from 'react'
import { TouchedMarks } from '../acting/touched-marks.tsx'
import { addStyles } from '../styles/bring-styles.ts'
import styles from '../styles/transcript.css?inline'
import { Conversation, type ConversationProps } from './conversation.tsx'
import { UndoByWords } from './undo-by-words.tsx'

// So this chunk needs all that the panel needs, and a bundler makes fewer files of it.
export { PanelBody } from '../opening/panel-chunk.tsx'

addStyles(styles)

export interface LateConversationProps extends ConversationProps {
  /** True to mark on the page what the agent works on. */
  readonly touched: boolean
}

/**
 * Shows all that an open chat has once there is something to show, and follows the agent's work on
 * the page.
 */
export const LateConversation = ({ touched, ...props }: LateConversationProps): ReactElement => (
  <>
    <PageFollowers touched={touched} />
    <Conversation {...props} />
  </>
)

/** Follows the agent's work on the page, and lets the model undo it. */
export const PageFollowers = (props: Pick<LateConversationProps, 'touched'>): ReactElement => (
  <>
    {props.touched && <TouchedMarks />}
    <UndoByWords />
  </>
)
