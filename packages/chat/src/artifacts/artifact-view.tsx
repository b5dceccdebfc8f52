import type { SessionArtifact } from '@ambit/core'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import { renderPart, type PartProps } from '../part.ts'
import { valueText } from '../tool-card/value-text.ts'
import { ArtifactBoundary } from './artifact-boundary.tsx'

/** What `ArtifactView` says about itself: `own` where the application shows artifacts of its type. */
export type ArtifactViewState = { readonly type: string; readonly own: boolean }

/** What `ArtifactView` takes: the artifact that it shows. */
export interface ArtifactViewProps extends PartProps<ArtifactViewState, 'section'> {
  readonly artifact: SessionArtifact
}

/** Data a tool gave to the page: as the chat's `artifacts` show its type, else its title and the data as JSON text. */
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
        <ArtifactBoundary instead={plain} artifact={artifact}>
          <div className="ambit-own">
            <Drawn key={type} {...{ artifact, draw }} />
          </div>
        </ArtifactBoundary>
      ) : (
        plain
      ),
    },
  )
}

/** A component of its own, so that what the application gives may use hooks. */
const Drawn = (props: {
  readonly artifact: SessionArtifact
  readonly draw: (artifact: SessionArtifact) => ReactElement
}): ReactElement => props.draw(props.artifact)
