import type { AssistantMessage } from '@ambit/core'

/** What a person thought of an answer. */
export interface Feedback {
  readonly message: AssistantMessage
  readonly value: 'good' | 'bad'
}
