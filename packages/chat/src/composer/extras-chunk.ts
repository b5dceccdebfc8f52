/** The parts of a composer that are in one chunk: not every app has them. */
export { AttachmentList } from './attachments/attachment-list.tsx'
export { DictateButton } from './dictation/dictate-button.tsx'
