/** The chunk with the parts around the field that not every app shows. */
export { fetchProxyUsage, listProxyModels } from '@ambit/core'
export { AttachmentList } from './attachments/attachment-list.tsx'
export { DictateButton } from './dictation/dictate-button.tsx'
