import type { Message } from '../values/message.ts'
import type { RequestSource } from './build-request.ts'

/**
 * The third-party text in a request, in words for the person who is asked about what follows from it; undefined where there is none. A request is tainted while any
 * untrusted answer or context, or anything that was made when such was there, is in what it sends.
 */
export function findTaint(
  messages: readonly Message[],
  scopes: RequestSource['scopes'],
): string | undefined {
  let derived = false
  for (const message of messages) {
    if (message.taint === 'untrusted') return describe(message)
    derived ||= message.taint !== undefined
  }
  for (const { scope, availability } of scopes) {
    if (scope.untrusted && scope.context && availability.enabled)
      return `the page's "${scope.label}"`
  }
  return derived ? 'text that the conversation has taken in' : undefined
}

function describe(message: Message): string {
  if (message.role === 'tool') return `what "${message.name}" returned`
  return message.role === 'assistant' ? 'what the provider looked up' : 'a summary of such text'
}
