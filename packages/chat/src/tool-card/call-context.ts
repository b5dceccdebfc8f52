import type { AssistantToolCall, CallRecord, ToolMessage } from '@ambit/core'
import { type Context, createContext } from 'react'

/** A call in its message, for the card that the application shows in place of the widget's. */
export interface GivenCall {
  readonly call: AssistantToolCall
  readonly activity: CallRecord | undefined
  readonly answer: ToolMessage | undefined
  /** Called when the user opens or folds the card. */
  readonly onOpen: (isOpen: boolean) => void
}

export const CallContext: Context<GivenCall | undefined> = createContext<GivenCall | undefined>(
  undefined,
)
