import { useMessage } from '@ambit/react'
import { memo, useState, type ComponentType } from 'react'
import { EditMessage } from '../actions/edit-message.tsx'
import { MessageActions } from '../actions/message-actions.tsx'
import { useChat } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { useFrame } from '../frame/frame-context.ts'
import type { PartProps } from '../part.ts'
import { OwnPart } from '../own-part.tsx'
import { useSteps } from '../tool-card/step-store.ts'
import { AssistantBubble, type AssistantBubbleState } from './assistant-bubble.tsx'
import { UserBubble, type UserBubbleState } from './user-bubble.tsx'

/**
 * The state of a message. `source` is of one that the user or the application sent. `partial`: an
 * answer that ends early.
 */
export type MessageState = Partial<UserBubbleState & AssistantBubbleState>

/** The props of `Chat.Message`. */
export interface MessageProps extends PartProps<MessageState, 'article'> {
  /** The id of the message. */
  readonly id: string
  /** True to show the actions of the message below it. Default true. */
  readonly actions?: boolean | undefined
}

export interface MessageViewProps extends MessageProps {
  /** True while the agent works on this message. */
  readonly isActive: boolean
  /** True to show the application's component in place of the message. Default false. */
  readonly isReplaceable?: boolean | undefined
}

/**
 * Shows one message and its actions. The cards of a message show the answers of its tool calls.
 * Messages that continue the steps of a run belong to its first message. A message that cannot be
 * rendered is left out, until it changes.
 */
export const MessageView: ComponentType<MessageViewProps> = memo(function MessageView({
  id,
  isActive,
  isReplaceable = false,
  actions = true,
  ...part
}: MessageViewProps) {
  // A closed panel draws what the model writes when it is opened, and not before.
  const message = useMessage(id, !useFrame().open)
  const [isEditing, setEditing] = useState(false)
  const { agent } = useChat()
  const { isFirst } = useSteps(agent, message?.role === 'assistant' ? message.calls : undefined)
  if (message?.role !== 'user' && message?.role !== 'assistant') return null
  const streaming = isActive && message.role === 'assistant' && message.finishReason === undefined
  const children =
    isEditing && message.role === 'user' ? (
      <EditMessage message={message} onEnd={() => setEditing(false)} />
    ) : (
      <>
        {message.role === 'user' ? (
          <UserBubble {...part} message={message} />
        ) : (
          <AssistantBubble {...part} {...{ message, streaming }} />
        )}
        {actions && !streaming && message.source === undefined && (
          <MessageActions message={message} onEdit={() => setEditing(true)} />
        )}
      </>
    )
  return (
    <ErrorBoundary of={message}>
      <OwnPart name={isReplaceable && isFirst ? 'Message' : undefined} given={{ id }}>
        {children}
      </OwnPart>
    </ErrorBoundary>
  )
})
