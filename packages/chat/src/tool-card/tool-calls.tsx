import type { AssistantToolCall } from '@ambit/core'
import { useMessage, useToolCall } from '@ambit/react'
import type { ReactElement, ReactNode } from 'react'
import { ToolCard } from './tool-card.tsx'
import { UndoAll } from './undo-all.tsx'

export interface ToolCallsProps {
  /** The calls one message asks for. */
  readonly calls: readonly AssistantToolCall[]
}

/** A card for each call of a message, which follows the call until it has ended. */
export function ToolCalls({ calls }: ToolCallsProps): ReactNode {
  return (
    <>
      {calls.map((call) => (
        <LiveCard key={call.id} call={call} />
      ))}
      <UndoAll calls={calls} />
    </>
  )
}

function LiveCard({ call }: { readonly call: AssistantToolCall }): ReactElement {
  const activity = useToolCall(call.id)
  const message = useMessage(call.id)
  const answer = message?.role === 'tool' ? message : undefined
  return <ToolCard call={call} activity={activity} answer={answer} />
}
