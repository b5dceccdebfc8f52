/** The chunk with all that an open chat shows once there is something to show. */
export { default as styles } from '../styles/transcript.css?inline'
export { Conversation } from './conversation.tsx'
