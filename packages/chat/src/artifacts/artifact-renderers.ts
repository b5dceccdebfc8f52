import type { SessionArtifact } from '@ambit/core'
import type { ReactNode } from 'react'

/** The application's renderers of artifacts, by the artifact's `type`. */
export type ArtifactRenderers = Readonly<Record<string, (artifact: SessionArtifact) => ReactNode>>

/** Returns the application's renderer of a type; undefined if there is none. */
export const rendererOf = (
  renderers: ArtifactRenderers | undefined,
  type: string,
): ArtifactRenderers[string] | undefined =>
  renderers && Object.hasOwn(renderers, type) ? renderers[type] : undefined
