import type { ToolMessage } from '@ambit/core'
import { toAnswer, toErrorText } from './answer.ts'
import type { UIPart } from './ui-part.ts'

/** Returns the part of a call with its answer from the history. */
export function withAnswer(part: UIPart, message: ToolMessage): UIPart {
  const answer = toAnswer(message)
  const isDenied = answer.state === 'output-denied'
  return {
    ...part,
    ...(message.arguments && { input: message.arguments }),
    ...(isDenied && {
      approval: { id: message.id, approved: false, reason: toErrorText(message) },
    }),
    ...answer,
  } as UIPart
}
