import {
  type Agent,
  AgentError,
  isNote,
  isOfContent,
  type Message,
  refusedIn,
  type RefusedPart,
  type UserMessage,
} from '@ambit/core'
import { useSyncExternalStore } from 'react'

/** The files that ended a run, and why they are not sent any more. */
export interface RefusedFiles {
  readonly names: readonly string[]
  readonly reason: RefusedPart['reason']
}

/**
 * Returns the files that the last run left out for the first time, if that is what `error` tells of
 * and nothing has happened since. After a reload, no error is there to tell of it.
 */
export function lastRefused(
  messages: readonly Message[],
  error: Error | undefined,
): RefusedFiles | undefined {
  const last = messages.at(-1)
  const isRefusal = AgentError.is(error, 'model')
    ? isOfContent(error.details.kind)
    : !error || AgentError.is(error, 'misuse')
  if (!isRefusal || !last || !isNote(last)) return undefined
  const before = refusedIn(messages.slice(0, -1))
  const fresh = (last.refused ?? []).slice(before.length)
  const [first] = fresh.filter((part) => !wasSent(messages, part))
  if (!first) return undefined
  const names = fresh.map(({ messageId, at }) =>
    nameOf(
      messages.find(({ id }) => id === messageId),
      at,
    ),
  )
  return { names: [...new Set(names)], reason: first.reason }
}

function nameOf(message: Message | undefined, at: number): string {
  const parts = (message && 'output' in message && message.output) || message?.content
  const part = typeof parts === 'object' ? parts[at] : undefined
  if (!part || part.type === 'text') return ''
  return part.filename ?? part.mediaType ?? part.type
}

/** Whether a model has answered while a file was among what it got. */
function wasSent(messages: readonly Message[], { messageId, at }: RefusedPart): boolean {
  let isSent = true
  return messages.slice(messages.findIndex(({ id }) => id === messageId)).some((message) => {
    if (!isNote(message)) return isSent && isAnswer(message)
    isSent = !message.refused?.some((part) => part.messageId === messageId && part.at === at)
    return false
  })
}

const isAnswer = (message: Message): boolean =>
  message.role === 'assistant' && message.source !== 'ui' && message.finishReason !== undefined

/** Returns the indexes of the parts of a message that were never sent, joined by commas. */
export const useRefusedParts = (agent: Agent, { id, content }: UserMessage): string => {
  const read = (): string => {
    if (typeof content === 'string') return ''
    const { messages } = agent.history
    return refusedIn(messages)
      .flatMap((part) => (part.messageId === id && !wasSent(messages, part) ? [part.at] : []))
      .join()
  }
  return useSyncExternalStore(agent.history.subscribe, read, read)
}
