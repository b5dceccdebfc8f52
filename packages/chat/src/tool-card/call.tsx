'use client'

import { findCall, useCallRecord, useMessage, useMessages } from '@ambit/react'
import { type ReactElement, useContext } from 'react'
import { useChat } from '../chat-context.ts'
import type { PartProps } from '../part.ts'
import { CallContext } from './call-context.ts'
import { ToolCard, type ToolCardState } from './tool-card.tsx'

/** The props of `Chat.Call`. */
export interface CallProps extends PartProps<ToolCardState> {
  /** The id of the call. */
  readonly id: string
  /** Called when the user opens or folds the card. Default: nothing. */
  readonly onOpen?: ((isOpen: boolean) => void) | undefined
}

/**
 * Shows one call of a tool as a card: its title, arguments, progress, state and result, and a
 * button that undoes it. The card follows the call until it has ended. Renders nothing for a call
 * that is not in the conversation.
 */
export function Call(props: CallProps): ReactElement | null {
  const given = useContext(CallContext)
  if (given?.call.id !== props.id) return <FoundCall {...props} />
  const onOpen = (isOpen: boolean): void => {
    given.onOpen(isOpen)
    props.onOpen?.(isOpen)
  }
  return <ToolCard {...props} {...given} onOpen={onOpen} />
}

/** Shows a call that is not in its message. */
function FoundCall({ id, ...props }: CallProps): ReactElement | null {
  const { agent } = useChat()
  // A call of a stored conversation may have neither activity nor answer.
  useMessages()
  const activity = useCallRecord(id)
  const message = useMessage(id)
  const asking = useMessage(activity?.messageId ?? '')
  const answer = message?.role === 'tool' ? message : undefined
  const calls = asking?.role === 'assistant' ? asking.calls : undefined
  const call = calls?.find((each) => each.id === id) ?? findCall(agent, id)
  return call ? <ToolCard {...props} {...{ call, activity, answer }} /> : null
}
