'use client'

import type { SessionArtifact } from '@ambit/core'
import type { ReactElement } from 'react'
import type { PartProps } from '../part.ts'
import { ArtifactPanel } from './artifact-panel.tsx'
import { ArtifactView } from './artifact-view.tsx'

/** The state of `Chat.Artifact`. `own` is true if the application has a renderer for the type. */
export type ArtifactState = { readonly type: string; readonly own?: boolean }

/** The props of `Chat.Artifact`. */
export interface ArtifactProps extends PartProps<ArtifactState, 'section'> {
  /** The artifact to show. Default: the one that the user opened, with copy and save. */
  readonly artifact?: SessionArtifact | undefined
}

/**
 * Shows data that a tool gave to the page, by the renderer for its type in the chat's
 * `messages.artifacts`, as Markdown or as text. Without `artifact`, shows the one that the user
 * opened, for the view `artifact`.
 */
export function Artifact({ artifact, ...props }: ArtifactProps): ReactElement | null {
  return artifact ? <ArtifactView {...props} artifact={artifact} /> : <ArtifactPanel {...props} />
}
