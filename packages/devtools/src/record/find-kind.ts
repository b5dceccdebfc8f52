import type { AssistantMessage } from '@ambit/core'
import type { RecordedRun } from './recording.ts'
import type { Family } from './run-tape.ts'

/**
 * Returns the cause of a run with requests. `messageId` is that of the person's message, `reply`
 * the first answer of a run without one.
 */
export function findKind(
  family: Family | undefined,
  messageId: string | undefined,
  reply?: AssistantMessage,
): Pick<RecordedRun, 'kind' | 'of'> {
  const id = messageId ?? reply?.id
  if (id === undefined) return { kind: 'retry' }
  if (!family) return { kind: messageId === undefined ? 'retry' : 'chat' }
  if (!family.has(id)) return { kind: messageId === undefined ? 'retry' : 'execute' }
  const before = family.branches(id)
  const of = before.slice(0, before.indexOf(id)).findLast((other) => {
    const message = family.get(other)
    if (messageId !== undefined) return message?.role === 'user' && !message.source
    return message?.role === 'assistant' && message.finishReason !== undefined
  })
  if (of === undefined) return { kind: messageId === undefined ? 'retry' : 'chat' }
  return { kind: messageId === undefined ? 'regenerate' : 'edit', of }
}
