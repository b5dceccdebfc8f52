import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useChat } from '../chat-context.ts'
import { draftsOf, useDraft } from './draft.ts'
import { Recall } from './recall.ts'

/** The text and the caret of the field, with functions that change them. */
export interface MessageText {
  readonly text: string
  /** The position of the caret, in UTF-16 units. */
  readonly caret: number
  /**
   * Puts a new text into the field. The caret goes after `caret` units, or stays at the browser's
   * position.
   */
  readonly write: (text: string, caret?: number) => void
  /** Reads the current position of the caret. */
  readonly noteCaret: () => void
  /** Returns true if the key brought back an earlier message. */
  readonly recall: (event: KeyboardEvent) => boolean
}

/** Keeps the text of a field as a draft, with earlier messages on the arrow keys. */
export function useMessageText(field: RefObject<HTMLTextAreaElement | null>): MessageText {
  const { agent } = useChat()
  const { text } = useDraft(agent)
  const [caret, setCaret] = useState(text.length)
  const [history] = useState(() => new Recall())
  const place = useRef<readonly [start: number, end: number]>(undefined)

  useLayoutEffect(() => {
    const at = place.current
    place.current = undefined
    if (at) field.current?.setSelectionRange(...at)
  })
  useLayoutEffect(() => {
    let { current: session } = agent.sessions
    return draftsOf(agent).subscribe(() => {
      const { current } = field
      // A text can come back below what the person writes, who goes on there.
      const isSame = session === agent.sessions.current
      session = agent.sessions.current
      if (current?.matches(':focus') && isSame)
        place.current = [current.selectionStart, current.selectionEnd]
    })
  }, [agent, field])

  const write = (next: string, at?: number): void => {
    draftsOf(agent).change({ text: next })
    place.current = at === undefined ? undefined : [at, at]
    setCaret(at ?? field.current?.selectionStart ?? next.length)
  }
  const recall = (event: KeyboardEvent): boolean => {
    const { current } = field
    const direction = { ArrowUp: 'back', ArrowDown: 'forward' }[event.key] as
      | 'back'
      | 'forward'
      | undefined
    if (!current || !direction || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return false
    const selection = { start: current.selectionStart, end: current.selectionEnd }
    const said = history.step(direction, text, selection, agent.history.messages)
    if (said === undefined) return false
    event.preventDefault()
    write(said, said.length)
    return true
  }
  const noteCaret = (): void => setCaret(field.current?.selectionStart ?? text.length)
  return { text, caret, write, noteCaret, recall }
}
