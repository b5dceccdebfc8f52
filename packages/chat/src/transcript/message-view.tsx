import { useMessage } from '@ambit/react'
import { memo, useState, type ComponentType } from 'react'
import { latePart } from '../late-part.ts'
import { AssistantBubble } from './assistant-bubble.tsx'
import { UserBubble } from './user-bubble.tsx'

const LateEditMessage = latePart(() =>
  import('../actions/edit-message.tsx').then(({ EditMessage }) => EditMessage),
)

const LateMessageActions = latePart(() =>
  import('../actions/message-actions.tsx').then(({ MessageActions }) => MessageActions),
)

export interface MessageViewProps {
  readonly id: string
  /** Whether the agent works on this message. */
  readonly isActive: boolean
}

/** One message and what can be done with it. What tools answered stands in the cards of the message that asked. */
export const MessageView: ComponentType<MessageViewProps> = memo(function MessageView({
  id,
  isActive,
}: MessageViewProps) {
  const message = useMessage(id)
  const [isEditing, setEditing] = useState(false)
  if (message?.role === 'user') {
    if (isEditing) return <LateEditMessage message={message} onEnd={() => setEditing(false)} />
    const isOwn = message.source !== 'app'
    return (
      <>
        <UserBubble message={message} />
        {isOwn && <LateMessageActions message={message} onEdit={() => setEditing(true)} />}
      </>
    )
  }
  if (message?.role !== 'assistant') return null
  const streaming = isActive && message.finishReason === undefined
  return (
    <>
      <AssistantBubble message={message} streaming={streaming} />
      {!streaming && message.content && message.source !== 'ui' && (
        <LateMessageActions message={message} />
      )}
    </>
  )
})
