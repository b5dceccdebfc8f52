import type { Agent, UserMessage } from '@ambit/core'
import { type ReactElement, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useSend } from '../use-send.ts'
import { englishProblems } from './problem-strings.ts'

/** The messages of the user whose run failed before it had an answer, by their ids. */
const failed = new WeakMap<Agent, Set<string>>()

/** Takes note that the run of the last message has failed. */
export function noteFailed(agent: Agent): void {
  const last = agent.history.messages.at(-1)
  if (last?.role !== 'user') return
  failed.set(agent, (failed.get(agent) ?? new Set()).add(last.id))
}

/**
 * Says of a message whose run failed that it has no answer, once the user has sent another. The
 * button sends it again, as the last message.
 */
export function FailedMark({ message }: { readonly message: UserMessage }): ReactElement | null {
  const { agent, field } = useChat()
  const { unanswered } = useWords('messages', englishMessages)
  const { retry } = useWords('problems', englishProblems)
  const send = useSend()
  const { id, content } = message
  // Another message of the user follows, and no answer.
  const read = (): boolean =>
    failed.get(agent)?.has(id) === true &&
    agent.history.messages.find(({ parentId }) => parentId === id)?.role === 'user'
  const isFailed = useSyncExternalStore(agent.history.subscribe, read, () => false)
  if (!isFailed) return null
  const sendAgain = (): void => {
    failed.get(agent)?.delete(id)
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
