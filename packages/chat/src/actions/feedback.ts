import type { AssistantMessage } from '@ambit/core'

/** A user's opinion of an answer. */
export interface Feedback {
  readonly message: AssistantMessage
  readonly value: 'good' | 'bad'
}
