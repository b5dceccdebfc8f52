import type { Message } from '@ambit/core'
import { spokenText } from '../spoken-text.ts'

/** Goes through what the person said before, as a shell does: back from the field's first line, forward from its last. */
export class Recall {
  #at: number | undefined
  #shown: string | undefined
  #begun = ''

  /**
   * What the field shows after an arrow key, or undefined when the key is the field's own: the caret can still move in it, or there is
   * nothing further. `text` is what stands there now; what was begun comes back at the end.
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
