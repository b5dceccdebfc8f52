import type { Agent, Message } from '@ambit/core'
import { type ReactElement, type SyntheticEvent, useState, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { englishComposer } from '../strings/composer-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { isRefused } from '../tool-card/failure-text.ts'
import { useSend } from '../use-send.ts'
import { englishApproval } from './approval-strings.ts'

interface TellWhyProps {
  readonly callId: string
  /** The value of `useIsUntold`. */
  readonly isOffered: boolean
}

/**
 * Lets the user tell the model why they denied a call. The words are a message of the user: the run
 * went on when the call was denied, and reads them before its next step. Words that were not sent
 * stay in the field.
 */
export function TellWhy({ callId, isOffered }: TellWhyProps): ReactElement | null {
  const { agent, field } = useChat()
  const { comment } = useWords('pending', englishApproval)
  const strings = useWords('composer', englishComposer)
  const send = useSend()
  const [text, setText] = useState(() => unsent.get(agent)?.get(callId) ?? '')
  const [isSent, setSent] = useState(false)
  const write = (typed: string): void => {
    setText(typed)
    const texts = unsent.get(agent) ?? new Map<string, string>()
    unsent.set(agent, texts.set(callId, typed))
  }
  if (isSent || (!isOffered && text === '')) return null
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    setSent(true)
    write('')
    send(text, { onBusy: 'steer' })
    field.current?.focus({ preventScroll: true })
  }
  return (
    <form className="ambit-field ambit-tell-why" onSubmit={submit}>
      <input
        type="text"
        dir="auto"
        aria-label={comment}
        placeholder={comment}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <button type="submit" className="ambit-button" disabled={text.trim() === ''}>
        {strings.send}
      </button>
    </form>
  )
}

/** What is typed and not sent, by the id of the call. The chat may close before it is sent. */
const unsent = new WeakMap<Agent, Map<string, string>>()

/** Whether the user has denied a call and said nothing since, and has not denied another. */
export function useIsUntold({ history }: Agent, callId: string): boolean {
  // A call of the page, or from outside, is not that of the model.
  const isOfUser = (message: Message): boolean =>
    message.role === 'tool'
      ? isRefused(message) && !('source' in (history.get(message.parentId ?? '') ?? {}))
      : message.role === 'user' && message.source === undefined
  const read = (): boolean => history.messages.findLast(isOfUser)?.id === callId
  return useSyncExternalStore(history.subscribe, read, read)
}
