import type { Message } from '@ambit/core'
import { spokenText } from '../said.ts'

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
