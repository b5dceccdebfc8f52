/** The chunk with the parts of a composer that not every app shows. */
export { AttachmentList } from './attachments/attachment-list.tsx'
export { DictateButton } from './dictation/dictate-button.tsx'
