import { useMessage } from '@ambit/react'
import { memo, type ComponentType } from 'react'
import { AssistantBubble } from './assistant-bubble.tsx'
import { UserBubble } from './user-bubble.tsx'

export interface MessageViewProps {
  readonly id: string
  /** Whether the agent works on this message. */
  readonly isActive: boolean
}

/** One message. What tools answered stands in the cards of the message that asked. */
export const MessageView: ComponentType<MessageViewProps> = memo(function MessageView({
  id,
  isActive,
}: MessageViewProps) {
  const message = useMessage(id)
  if (message?.role === 'user') return <UserBubble message={message} />
  if (message?.role !== 'assistant') return null
  const streaming = isActive && message.finishReason === undefined
  return <AssistantBubble message={message} streaming={streaming} />
})
