import type { SessionArtifact } from '@ambit/core'
import type { ReactElement } from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import { useMessageOptions, useChat } from '../chat-context.ts'
import { renderPart, type PartProps } from '../part.ts'
import { ArtifactContent } from './artifact-content.tsx'
import { artifactKey, artifactName } from './artifact-key.ts'
import { rendererOf } from './artifact-renderers.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The state of `ArtifactView`. `own` is true if the application has a renderer for the type. */
export type ArtifactViewState = { readonly type: string; readonly own: boolean }

/** The props of `ArtifactView`: the artifact to show. */
export interface ArtifactViewProps extends PartProps<ArtifactViewState, 'section'> {
  readonly artifact: SessionArtifact
}

/**
 * Shows an artifact: data that a tool gave to the page. Calls the renderer for its type in the
 * chat's `artifacts`. Without a renderer, shows the title and the data as text: Markdown if the
 * type says so, JSON if the data is not a string. In a chat with a view for artifacts, a button
 * opens it there.
 */
export function ArtifactView(props: ArtifactViewProps): ReactElement {
  const { artifact } = props
  const { hasArtifactView, openArtifact } = useChat()
  const { artifacts } = useMessageOptions()
  const strings = useWords('messages', englishMessages)
  const { type } = artifact
  const own = rendererOf(artifacts, type) !== undefined
  const name = artifactName(artifact, strings.artifact)
  return renderPart(
    'section',
    'artifact',
    props,
    { type, own },
    {
      'aria-label': name,
      'data-openable': hasArtifactView ? '' : undefined,
      'data-key': artifactKey(artifact),
      children: (
        <>
          <div className="ambit-artifact-head">
            {!own && <p className="ambit-label">{name}</p>}
            {hasArtifactView && (
              <ActionButton
                name="expand"
                label={strings.openArtifact(name)}
                onClick={() => openArtifact(artifactKey(artifact))}
              />
            )}
          </div>
          <ArtifactContent artifact={artifact} />
        </>
      ),
    },
  )
}
