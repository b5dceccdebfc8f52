'use client'

import type { Agent, AssistantToolCall } from '@ambit/core'
import { useMessage, useToolCall } from '@ambit/react'
import { type ReactElement, useCallback, useContext, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import type { PartProps } from '../part.ts'
import { CallContext } from './call-context.ts'
import { ToolCard, type ToolCardState } from './tool-card.tsx'

/** The props of `Chat.Call`. */
export interface CallProps extends PartProps<ToolCardState> {
  /** The id of the call. */
  readonly id: string
  /** Called when the person opens or folds the card. Default: nothing. */
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
  const call = useCallOf(agent, id)
  const activity = useToolCall(id)
  const message = useMessage(id)
  const answer = message?.role === 'tool' ? message : undefined
  return call ? <ToolCard {...props} {...{ call, activity, answer }} /> : null
}

/** Returns a call as the model asked for it; undefined if it is not in the conversation. */
function useCallOf(agent: Agent, id: string): AssistantToolCall | undefined {
  const { history, activity } = agent
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [history.subscribe(listener), activity.subscribe(listener)]
      return () => stops.forEach((stop) => stop())
    },
    [history, activity],
  )
  const read = (): AssistantToolCall | undefined => {
    const draft = activity.getState().draft?.message
    const own = draft?.calls?.find((call) => call.id === id)
    if (own) return own
    const message = history.messages.findLast(
      (each) => each.role === 'assistant' && each.calls?.some((call) => call.id === id),
    )
    return message?.role === 'assistant' ? message.calls?.find((call) => call.id === id) : undefined
  }
  return useSyncExternalStore(subscribe, read, read)
}
