import type { Token } from 'marked'
import { createContext, type Context, useContext, type MouseEvent, type ReactNode } from 'react'
import { citedText } from '../citations/cited-text.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'
import { cleanText } from './text-intake.ts'

/** A mark in the text that refers to a footnote. */
export interface NoteRefToken {
  readonly type: 'noteRef'
  readonly raw: string
  /** The label, folded: equal labels mean the same footnote. */
  readonly label: string
}
/** A footnote, where it was written. */
export interface NoteToken {
  readonly type: 'note'
  readonly raw: string
  readonly label: string
  readonly paragraphs: readonly Token[][]
}

const REF = /^\[\^([^\s\]^[]{1,64})\](?!:)/
const NOTE =
  /^ {0,3}\[\^([^\s\]^[]{1,64})\]:[ \t]*([^\n]*(?:\n(?![ \t]*\n| {0,3}\[\^)[^\n]+)*(?:\n(?:[ \t]*\n)+(?: {4}|\t)[^\n]+(?:\n(?![ \t]*\n)[^\n]+)*)*)(?:\n|$)/

/** Reads a mark such as `[^1]` at the start of a text. */
export function noteRefAt(text: string): NoteRefToken | undefined {
  const match = REF.exec(text)
  return match ? { type: 'noteRef', raw: match[0], label: toLabel(match[1]) } : undefined
}

/**
 * Reads a footnote such as `[^1]: text` at the start of a text. Lines go on until a blank line;
 * after it, paragraphs that are indented by four belong to the footnote. `inline` parses a
 * paragraph.
 */
export function noteAt(text: string, inline: (text: string) => Token[]): NoteToken | undefined {
  const match = NOTE.exec(text)
  if (!match) return undefined
  const written = (match[2] ?? '').replace(/^[ \t]+/gm, '').split(/\n{2,}/)
  return {
    type: 'note',
    raw: match[0],
    label: toLabel(match[1]),
    paragraphs: written.map((paragraph) => inline(paragraph)),
  }
}

const toLabel = (label = ''): string => label.toLowerCase()

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

interface FootnoteRefProps {
  /** The label, folded. */
  readonly label: string
  /** The mark as it was written. */
  readonly raw: string
}

/**
 * Shows the mark of a footnote: a number, which leads to the footnote once it is there. A mark
 * without a footnote is the mark of a source, or text.
 */
export function FootnoteRef({ label, raw }: FootnoteRefProps): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const { numbers, known, isOpen } = useContext(FootnotesContext)
  const number = numbers.get(label)
  const isKnown = known.has(label)
  if (number === undefined || (!isKnown && !isOpen)) return citedText(cleanText(raw), 0)
  if (!isKnown) return <sup>{number}</sup>
  const name = strings.footnote(String(number))
  return (
    <sup>
      <button
        type="button"
        aria-label={name}
        data-note-ref={number}
        onClick={(event) => goTo(event, `[data-note="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  )
}

/**
 * Moves the focus to another place of the same text. Uses no address, which the page's router would
 * follow, and no id, which could meet one of the page.
 */
export function goTo(event: MouseEvent, place: string): void {
  const found = event.currentTarget.closest('.ambit-markdown')?.querySelector<HTMLElement>(place)
  found?.focus()
  found?.scrollIntoView({ block: 'nearest' })
}
