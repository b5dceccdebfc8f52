import { lazy, type ComponentType } from 'react'
import type { Attachments } from './attachments/use-attachments.ts'
import type { DictateButtonProps } from './dictation/dictate-button.tsx'

// What cannot be fetched (offline, a new deployment) is left out; the field works without it.
const nothing = (): { default: () => null } => ({ default: () => null })

/** `AttachmentList`, fetched with the first file. */
export const LateAttachmentList: ComponentType<Attachments> = lazy<ComponentType<Attachments>>(() =>
  import('./attachments/attachment-list.tsx').then(
    ({ AttachmentList }) => ({ default: AttachmentList }),
    nothing,
  ),
)

/** `DictateButton`, fetched where the browser can listen and the app wants it. */
export const LateDictateButton: ComponentType<DictateButtonProps> = lazy<
  ComponentType<DictateButtonProps>
>(() =>
  import('./dictation/dictate-button.tsx').then(
    ({ DictateButton }) => ({ default: DictateButton }),
    nothing,
  ),
)
