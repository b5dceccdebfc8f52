'use client'

import { useMessages } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { useActivity } from '../use-activity.ts'
import { type MessageProps, MessageView } from './message-view.tsx'

/**
 * Shows one message of the user, the application or the assistant, with its calls. Its actions
 * are: copy, edit or answer again, read aloud, rate, switch between versions. Renders nothing for
 * another message, and for one that is not in the conversation.
 */
export function Message(props: MessageProps): ReactElement {
  const { agent } = useChat()
  const isLast = useMessages().ids.at(-1) === props.id
  const isBusy = useActivity(agent, ({ status }) => status !== 'idle', isLast)
  return <MessageView {...props} isActive={isBusy && isLast} />
}
