import type { SessionArtifact } from '@ambit/core'
import type { ReactElement } from 'react'

/** How the application shows artifacts, by their `type`. */
export type ArtifactRenderers = Readonly<
  Record<string, (artifact: SessionArtifact) => ReactElement>
>
