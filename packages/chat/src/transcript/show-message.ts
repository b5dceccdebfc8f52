import type { AssistantMessage, UserMessage } from '@ambit/core'
import { createContext, type Context, type ReactElement, type ReactNode } from 'react'

/** One message of a transcript. */
export interface ShownMessage {
  readonly message: UserMessage | AssistantMessage
  /** Whether the model is writing it. */
  readonly streaming: boolean
  /** What is shown otherwise: the bubble, and what can be done with it; or the field in which it is edited. */
  readonly children: ReactElement
}

/** Shows one message: something around `children`, or something in their place. */
export type ShowMessage = (shown: ShownMessage) => ReactNode

export const ShowMessageContext: Context<ShowMessage | undefined> = createContext<
  ShowMessage | undefined
>(undefined)
