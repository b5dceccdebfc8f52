import type { Message, RefusedPart, UserMessage } from './message.ts'

/** Whether a message says what is not to be sent. */
export const isNote = (message: Message): message is UserMessage =>
  message.role === 'user' && message.refused !== undefined

/** Returns the parts of a conversation that are not to be sent. The newest list counts. */
export const refusedIn = (messages: readonly Message[]): readonly RefusedPart[] =>
  messages.findLast(isNote)?.refused ?? []

/** Whether a model refuses a request for what it holds, by the kind of its error. */
export const isOfContent = (kind: string): boolean =>
  /^(invalid_request|upstream_rejected|unsupported_media_type|(body_)?too_large)$/.test(kind)
