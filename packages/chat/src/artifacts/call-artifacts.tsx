import { useArtifacts } from '@ambit/react'
import type { ReactElement } from 'react'
import { latePart } from '../late-part.ts'

const LateArtifactView = latePart(() =>
  import('./artifact-view.tsx').then(({ ArtifactView }) => ArtifactView),
)

/** Shows the artifacts that the tool of one call gave to the page, in line. */
export function CallArtifacts({ callId }: { readonly callId: string }): ReactElement[] {
  const artifacts = useArtifacts().filter((artifact) => artifact.callId === callId)
  return artifacts.map((artifact) => <LateArtifactView key={artifact.id} artifact={artifact} />)
}
