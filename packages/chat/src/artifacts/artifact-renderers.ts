import type { SessionArtifact } from '@ambit/core'
import type { ReactElement } from 'react'

/** The application's renderers of artifacts, by the artifact's `type`. */
export type ArtifactRenderers = Readonly<
  Record<string, (artifact: SessionArtifact) => ReactElement>
>
