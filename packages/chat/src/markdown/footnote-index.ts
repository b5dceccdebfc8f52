import { createContext, type Context } from 'react'

const MOST_NOTES = 500

/** The footnotes of a text, in the order in which the text refers to them. */
export interface Footnotes {
  /** The number of each label. A footnote that the text does not refer to has none. */
  readonly numbers: ReadonlyMap<string, number>
  /** The labels whose footnote is there. */
  readonly known: ReadonlySet<string>
  /** True while further footnotes may follow. */
  readonly isOpen: boolean
}

interface Labels {
  readonly noteRefs: ReadonlySet<string>
  readonly notes: ReadonlySet<string>
}

const EMPTY: Footnotes = { numbers: new Map(), known: new Set(), isOpen: true }

/** The footnotes of the text around. */
export const FootnotesContext: Context<Footnotes> = createContext(EMPTY)

/** The footnotes of a growing text. Numbers at most 500. */
export class FootnoteIndex {
  #closed = EMPTY
  #current = EMPTY

  /** The same object while nothing in it changes. */
  get current(): Footnotes {
    return this.#current
  }

  /** Adds the labels of a closed piece. */
  add(labels: Labels): void {
    this.#closed = extend(this.#closed, labels)
    this.#show(this.#closed)
  }

  /** Sets the labels of the piece that is still open. */
  setTail(labels: Labels): void {
    this.#show(extend(this.#closed, labels))
  }

  finish(): void {
    if (this.#closed !== EMPTY) this.#show({ ...this.#closed, isOpen: false })
  }

  #show(next: Footnotes): void {
    const { numbers, known, isOpen } = this.#current
    const isSame =
      numbers.size === next.numbers.size && known.size === next.known.size && isOpen === next.isOpen
    const isEqual =
      isSame &&
      [...next.numbers.keys()].every((label) => numbers.has(label)) &&
      [...next.known].every((label) => known.has(label))
    if (!isEqual) this.#current = next
  }
}

function extend(footnotes: Footnotes, { noteRefs, notes }: Labels): Footnotes {
  if (noteRefs.size === 0 && notes.size === 0) return footnotes
  const numbers = new Map(footnotes.numbers)
  for (const label of noteRefs) {
    if (!numbers.has(label) && numbers.size < MOST_NOTES) numbers.set(label, numbers.size + 1)
  }
  return { numbers, known: new Set([...footnotes.known, ...notes]), isOpen: true }
}
