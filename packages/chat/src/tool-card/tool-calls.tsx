import type { AssistantToolCall } from '@ambit/core'
import { ToolView, useArtifacts, useMessage, useToolCall, useToolRenderer } from '@ambit/react'
import type { ReactElement, ReactNode } from 'react'
import { ApprovalCard } from '../approval/approval-card.tsx'
import { useRequest } from '../approval/use-request.ts'
import { ArtifactView } from '../artifacts/artifact-view.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { ToolCard } from './tool-card.tsx'
import { inWords, labelOf, toolTitle, withLabel } from './tool-title.ts'
import { UndoAll } from './undo-all.tsx'
import { UndoCall } from './undo-call.tsx'

/** The props of `ToolCalls`. */
export interface ToolCallsProps {
  /** The calls that one message asks for. */
  readonly calls: readonly AssistantToolCall[]
}

/**
 * Shows each call of a message, by the `render` of its tool or as a card. The card follows the call
 * until it has ended.
 */
export function ToolCalls({ calls }: ToolCallsProps): ReactNode {
  return (
    <>
      {calls.map((call) => (
        <ErrorBoundary key={call.id} of={call} instead={<p>{inWords(call.name)}</p>}>
          <LiveCall call={call} />
        </ErrorBoundary>
      ))}
      <UndoAll calls={calls} />
    </>
  )
}

function LiveCall({ call }: { readonly call: AssistantToolCall }): ReactElement {
  const { agent } = useChat()
  const isShownByItsOwn = useToolRenderer(call.name) !== undefined
  const request = useRequest(call.id)
  const activity = useToolCall(call.id)
  const message = useMessage(call.id)
  const answer = message?.role === 'tool' ? message : undefined
  const label = labelOf(agent, call, activity, answer)
  const title = withLabel(toolTitle(agent, call.name), label)
  const card = <ToolCard call={call} activity={activity} answer={answer} />
  return (
    <>
      {isShownByItsOwn ? (
        <div className="ambit-own" role="group" aria-label={title}>
          <ToolView callId={call.id} fallback={card} />
        </div>
      ) : (
        card
      )}
      {isShownByItsOwn && <UndoCall callId={call.id} />}
      <CallArtifacts callId={call.id} />
      {request && <ApprovalCard request={request} />}
    </>
  )
}

/** Shows the artifacts that the tool of one call gave to the page, in line. */
function CallArtifacts({ callId }: { readonly callId: string }): ReactElement[] {
  const artifacts = useArtifacts().filter((artifact) => artifact.callId === callId)
  return artifacts.map((artifact) => <ArtifactView key={artifact.id} artifact={artifact} />)
}
