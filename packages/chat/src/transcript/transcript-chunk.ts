/**
 * The chunk with all that an open chat shows once there is something to show, and with what follows
 * the agent's work.
 */
export { TouchedMarks } from '../acting/touched-marks.tsx'
export { default as styles } from '../styles/transcript.css?inline'
export { Conversation } from './conversation.tsx'
export { UndoByWords } from './undo-by-words.tsx'
