import type { ReactElement } from 'react'
import { TouchedMarks } from '../acting/touched-marks.tsx'
import { addStyles } from '../styles/bring-styles.ts'
import styles from '../styles/transcript.css?inline'
import { UndoByWords } from './undo-by-words.tsx'

export { Conversation } from './conversation.tsx'
// So this chunk needs all that the panel needs, and a bundler makes fewer files of it.
export { PanelBody } from '../opening/panel-chunk.tsx'

addStyles(styles)

export interface PageFollowersProps {
  /** True to mark on the page what the agent works on. */
  readonly touched: boolean
}

/** Follows the agent's work on the page, and lets the model undo it. */
export const PageFollowers = (props: PageFollowersProps): ReactElement => (
  <>
    {props.touched && <TouchedMarks />}
    <UndoByWords />
  </>
)
