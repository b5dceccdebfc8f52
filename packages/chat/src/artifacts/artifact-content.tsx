import type { SessionArtifact } from '@ambit/core'
import { type ComponentType, type ReactElement, type ReactNode, Suspense } from 'react'
import { useMessageOptions } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Own } from '../frame/layer/own.tsx'
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
      <Suspense fallback={plain}>
        <Own>
          <Drawn key={type} {...{ artifact, draw }} />
        </Own>
      </Suspense>
    </ErrorBoundary>
  )
}

/**
 * Makes the application's function a component of its own, so that the function may use hooks. Only
 * React can call what `memo`, `lazy` or `forwardRef` returned.
 */
function Drawn({ artifact, draw }: Drawing): ReactNode {
  if (typeof draw === 'function') return draw(artifact)
  const Own = draw as ComponentType<SessionArtifact>
  return <Own {...artifact} />
}

interface Drawing {
  readonly artifact: SessionArtifact
  readonly draw: (artifact: SessionArtifact) => ReactNode
}
