import type { AssistantMessage, UserMessage } from '@ambit/core'
import { createContext, type Context, type ReactElement, type ReactNode } from 'react'

/** One message of a transcript. */
export interface ShownMessage {
  readonly message: UserMessage | AssistantMessage
  /** True while the model writes the message. */
  readonly streaming: boolean
  /**
   * The default content: the bubble with its actions, or the field in which the message is edited.
   */
  readonly children: ReactElement
}

/** A function that shows one message: it puts something around `children`, or in their place. */
export type ShowMessage = (shown: ShownMessage) => ReactNode

export const ShowMessageContext: Context<ShowMessage | undefined> = createContext<
  ShowMessage | undefined
>(undefined)
