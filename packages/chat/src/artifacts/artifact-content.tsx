import type { SessionArtifact } from '@ambit/core'
import type { ReactElement } from 'react'
import { useMessageOptions } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { AnswerText } from '../transcript/answer-text.tsx'
import { valueText } from '../tool-card/value-text.ts'
import { rendererOf } from './artifact-renderers.ts'

/**
 * Shows the data of an artifact: by the application's renderer for its type, as Markdown if that is
 * its type, or as text.
 */
export function ArtifactContent({
  artifact,
}: {
  readonly artifact: SessionArtifact
}): ReactElement {
  const { artifacts } = useMessageOptions()
  const { type, data } = artifact
  const draw = rendererOf(artifacts, type)
  const isMarkdown = typeof data === 'string' && /^(?:text\/)?markdown$/.test(type)
  const plain = isMarkdown ? (
    <AnswerText text={data} streaming={false} />
  ) : (
    <div className="ambit-value" dir="auto" data-json={typeof data === 'object' ? '' : undefined}>
      {valueText(data)}
    </div>
  )
  if (!draw) return plain
  return (
    <ErrorBoundary instead={plain} of={artifact}>
      <div className="ambit-own">
        <Drawn key={type} {...{ artifact, draw }} />
      </div>
    </ErrorBoundary>
  )
}

/** Makes the application's function a component of its own, so that the function may use hooks. */
const Drawn = (props: {
  readonly artifact: SessionArtifact
  readonly draw: (artifact: SessionArtifact) => ReactElement
}): ReactElement => props.draw(props.artifact)
