import type { SessionArtifact } from '@ambit/core'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { valueText } from '../tool-card/value-text.ts'
import { ErrorBoundary } from '../error-boundary.tsx'

/** The state of `ArtifactView`. `own` is true if the application has a renderer for the type. */
export type ArtifactViewState = { readonly type: string; readonly own: boolean }

/** The props of `ArtifactView`: the artifact to show. */
export interface ArtifactViewProps extends PartProps<ArtifactViewState, 'section'> {
  readonly artifact: SessionArtifact
}

/**
 * Shows an artifact: data that a tool gave to the page. Calls the renderer for its type in the
 * chat's `artifacts`. Without a renderer, shows the title and the data as text (JSON, unless it is
 * a string).
 */
export function ArtifactView(props: ArtifactViewProps): ReactElement {
  const { artifact } = props
  const { strings, artifacts = {} } = useChat()
  const { type, title, data } = artifact
  const draw = Object.hasOwn(artifacts, type) ? artifacts[type] : undefined
  const name = cleanText(title ?? strings.artifact).slice(0, 120)
  const plain = (
    <>
      <p className="ambit-label">{name}</p>
      <div className="ambit-value" dir="auto">
        {valueText(data)}
      </div>
    </>
  )
  return renderPart(
    'section',
    'artifact',
    props,
    { type, own: draw !== undefined },
    {
      'aria-label': name,
      children: draw ? (
        <ErrorBoundary instead={plain} of={artifact}>
          <div className="ambit-own">
            <Drawn key={type} {...{ artifact, draw }} />
          </div>
        </ErrorBoundary>
      ) : (
        plain
      ),
    },
  )
}

/** Makes the application's function a component of its own, so that the function may use hooks. */
const Drawn = (props: {
  readonly artifact: SessionArtifact
  readonly draw: (artifact: SessionArtifact) => ReactElement
}): ReactElement => props.draw(props.artifact)
