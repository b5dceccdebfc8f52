import type { Agent, Message, UserMessage } from '@ambit/core'
import { type ReactElement, useState, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useSend } from '../use-send.ts'
import { englishProblems } from './problem-strings.ts'

/** The messages of the user whose run failed before it had an answer, by their ids. */
const failed = new WeakMap<Agent, Set<string>>()

/** Takes note that the run of the last message has failed. */
export function noteFailed(agent: Agent): void {
  const last = agent.history.messages.findLast(isSaid)
  if (last?.role !== 'user') return
  failed.set(agent, (failed.get(agent) ?? new Set()).add(last.id))
}

/** Whether a message is of the user or the model, and no note of Ambit or of the application. */
const isSaid = (message: Message): boolean =>
  message.role !== 'user' || message.source === undefined

/**
 * Says of a message whose run failed that it has no answer, once the user has sent another. The
 * button sends it again, as the last message.
 */
export function FailedMark({ message }: { readonly message: UserMessage }): ReactElement | null {
  const { agent, field } = useChat()
  const { unanswered } = useWords('messages', englishMessages)
  const { retry } = useWords('problems', englishProblems)
  const send = useSend()
  const [isSent, setSent] = useState(false)
  const { id, content } = message
  // Another message of the user follows, and no answer.
  const read = (): boolean => {
    if (!failed.get(agent)?.has(id)) return false
    const said = agent.history.messages.filter(isSaid)
    return said[said.indexOf(message) + 1]?.role === 'user'
  }
  const isFailed = useSyncExternalStore(agent.history.subscribe, read, read)
  if (!isFailed || isSent) return null
  const sendAgain = (): void => {
    failed.get(agent)?.delete(id)
    setSent(true)
    send(content)
    // The button disappears with the click.
    field.current?.focus({ preventScroll: true })
  }
  return (
    <p className="ambit-end">
      {unanswered}{' '}
      <button type="button" className="ambit-small-button" onClick={sendAgain}>
        {retry}
      </button>
    </p>
  )
}
