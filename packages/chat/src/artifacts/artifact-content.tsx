import type { SessionArtifact } from '@ambit/core'
import type { ReactElement } from 'react'
import { useMessageOptions } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import type { ArtifactRenderers } from '../message-options.ts'
import { valueText } from '../tool-card/value-text.ts'
import { AnswerText } from '../transcript/answer-text.tsx'

const TITLE_CHARS = 120

/** Returns a text that stays the same when the tool replaces the artifact. */
export const artifactKey = ({ runId, id }: SessionArtifact): string => JSON.stringify([runId, id])

/** Returns the name of an artifact for people; `instead` if it has none. */
export const artifactName = ({ title }: SessionArtifact, instead: string): string =>
  cleanText(title ?? instead).slice(0, TITLE_CHARS)

/** Returns the application's renderer of a type; undefined if there is none. */
export const rendererOf = (
  renderers: ArtifactRenderers | undefined,
  type: string,
): ArtifactRenderers[string] | undefined =>
  renderers && Object.hasOwn(renderers, type) ? renderers[type] : undefined

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
