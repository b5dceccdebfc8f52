import type { ChatTransport, UIMessage } from 'ai'

/** The request of a chat. */
export type Sent = Parameters<ChatTransport<UIMessage>['sendMessages']>[0]

/** Whether a chat has removed an answer to get another one: it regenerates, or edits a message. */
export const isAgain = ({ trigger, messageId, messages }: Sent): boolean =>
  trigger === 'regenerate-message' ||
  messages.some(({ id, role }) => id === messageId && role === 'user')
