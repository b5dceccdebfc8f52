import type { Token } from 'marked'

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
