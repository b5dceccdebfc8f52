import type { Message } from '@ambit/core'
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useChat } from '../chat-context.ts'
import { isSame } from '../is-same.ts'
import { spokenText } from '../said.ts'
import { findToken, type Token } from './completion/completion.tsx'
import { draftsOf } from './draft.ts'
import { showText } from './growing-field.tsx'

/**
 * The user's earlier messages on the arrow keys, as in a shell: back from the field's first line,
 * forward from its last.
 */
export class Recall {
  #at: number | undefined
  #shown: string | undefined
  #begun = ''

  /**
   * Returns the text to show after an arrow key, or undefined if the key belongs to the field. The
   * key belongs to the field while the caret can move, and if there is no further message. `text`
   * is the current text of the field. The unsent text comes back after the newest message.
   */
  step(
    direction: 'back' | 'forward',
    text: string,
    caret: { readonly start: number; readonly end: number },
    messages: readonly Message[],
  ): string | undefined {
    if (this.#shown !== text) this.#at = undefined
    if (caret.start !== caret.end || !isAtEdge(direction, text, caret.start)) return undefined
    const said = messages.flatMap((message) =>
      message.role === 'user' && message.source !== 'app' ? [spokenText(message)] : [],
    )
    if (this.#at === undefined) {
      if (direction === 'forward') return undefined
      this.#begun = text
    }
    const next = (this.#at ?? said.length) + (direction === 'back' ? -1 : 1)
    if (next < 0 || next > said.length) return undefined
    this.#at = next === said.length ? undefined : next
    this.#shown = said[next] ?? this.#begun
    return this.#shown
  }
}

const isAtEdge = (direction: 'back' | 'forward', text: string, caret: number): boolean =>
  !(direction === 'back' ? text.slice(0, caret) : text.slice(caret)).includes('\n')

/** The text of the field as a draft, with functions that change it. */
interface MessageText {
  /** The text that the field begins with. The field shows later ones by itself. */
  readonly first: string
  /** The command or the mention that ends at the caret. */
  readonly token: Token | undefined
  /**
   * Puts a new text into the field. The caret goes after `caret` UTF-16 units, or stays at the
   * browser's position.
   */
  readonly write: (text: string, caret?: number) => void
  /** Reads the current position of the caret. */
  readonly noteCaret: () => void
  /** Returns true if the key brought back an earlier message. */
  readonly recall: (event: KeyboardEvent) => boolean
}

/**
 * Keeps the text of a field as a draft, with earlier messages on the arrow keys. A key renders
 * nothing: the draft is shown in the field from here.
 */
export function useMessageText(field: RefObject<HTMLTextAreaElement | null>): MessageText {
  const { agent } = useChat()
  const [first] = useState(() => draftsOf(agent).get().text)
  const [token, setToken] = useState(() => findToken(first, first.length))
  const [history] = useState(() => new Recall())
  /** The position of the caret that goes with a text which is being written. */
  const place = useRef<number>(undefined)
  /** The draft that the field shows, whoever the agent is. */
  const shown = useRef(first)
  const noteCaret = (): void => {
    const { current: own } = field
    const { text } = draftsOf(agent).get()
    const now = own?.matches(':focus') ? findToken(text, own.selectionStart) : undefined
    setToken((before) => (isSame(before, now) ? before : now))
  }

  useLayoutEffect(() => {
    let { current: session } = agent.sessions
    const show = (): void => {
      const { current: own } = field
      const { text } = draftsOf(agent).get()
      // A text can come back below what the user writes, who goes on there.
      const isOpen = session === agent.sessions.current
      session = agent.sessions.current
      if (!own || text === shown.current) return
      shown.current = text
      const { selectionStart, selectionEnd } = own
      const isNew = showText(own, text)
      if (place.current !== undefined) own.setSelectionRange(place.current, place.current)
      else if (isNew && isOpen && own.matches(':focus'))
        own.setSelectionRange(selectionStart, selectionEnd)
      noteCaret()
    }
    show()
    return draftsOf(agent).subscribe(show)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it calls reads only the field
  }, [agent, field])

  const write = (next: string, at?: number): void => {
    place.current = at
    draftsOf(agent).change({ text: next })
    place.current = undefined
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
    const { text } = draftsOf(agent).get()
    const said = history.step(direction, text, selection, agent.history.messages)
    if (said === undefined) return false
    event.preventDefault()
    write(said, said.length)
    return true
  }
  return { first, token, write, noteCaret, recall }
}
