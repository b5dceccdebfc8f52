import type { ReactElement } from 'react'
import { latePart } from '../late-part.ts'
import type { Attachments } from './attachments/use-attachments.ts'
import type { Completion } from './completion/use-completion.ts'
import type { DictateButtonProps } from './dictation/dictate-button.tsx'

/** Shows `AttachmentList`, loaded with the first file. */
export const LateAttachmentList: (props: Attachments) => ReactElement = latePart(() =>
  import('./attachments/attachment-list.tsx').then(({ AttachmentList }) => AttachmentList),
)

/** Shows `CompletionList`, loaded when there is something to choose from. */
export const LateCompletionList: (props: Completion) => ReactElement = latePart(() =>
  import('./completion/completion-list.tsx').then(({ CompletionList }) => CompletionList),
)

/** Shows `DictateButton`, loaded if the application enables dictation. */
export const LateDictateButton: (props: DictateButtonProps) => ReactElement = latePart(() =>
  import('./dictation/dictate-button.tsx').then(({ DictateButton }) => DictateButton),
)
