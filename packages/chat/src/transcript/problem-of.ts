import type { ChatStrings } from '../chat-strings.ts'
import { messageOf } from './message-of.ts'
import { toRefusal } from './refused-messages.ts'

/** Returns what went wrong, for people: a heading, and the reason. */
export function problemOf(
  error: Error,
  strings: ChatStrings,
): { readonly title: string; readonly text: string } {
  const refusal = toRefusal(error)
  if (!refusal) return { title: strings.errorTitle, text: messageOf(error) ?? strings.unknownError }
  const title = refusal.phase === 'input' ? strings.notSent : strings.withheld
  // The reason of a check that failed is written for developers.
  if (refusal.cause !== undefined) return { title, text: strings.notChecked }
  return { title, text: messageOf(refusal.reason) ?? strings.unknownError }
}
