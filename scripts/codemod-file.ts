import { types as t } from '@babel/core'

/** Receives a place that a person has to look at. */
export type Look = (line: number, why: string) => void

/** One part of a file, and the text that takes its place. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly toText: () => string
}

/** A file, with the edits that were found in it. */
export class File {
  readonly code: string
  readonly look: Look
  readonly #edits: Edit[] = []

  constructor(code: string, look: Look) {
    this.code = code
    this.look = look
  }

  add(edit: Edit): void {
    this.#edits.push(edit)
  }

  /** Returns a part of the file with the edits inside of it. */
  text(start: number, end: number): string {
    const inside = this.#edits
      .filter((edit) => edit.start >= start && edit.end <= end)
      .filter((edit, _, all) => !all.some((other) => other !== edit && holds(other, edit)))
      .sort((a, b) => a.start - b.start)
    let text = ''
    let at = start
    for (const edit of inside) {
      text += this.code.slice(at, edit.start) + edit.toText()
      at = edit.end
    }
    return text + this.code.slice(at, end)
  }

  textOf(node: t.Node): string {
    return this.text(node.start ?? 0, node.end ?? 0)
  }
}

const holds = (outer: Edit, inner: Edit): boolean =>
  outer.start <= inner.start &&
  outer.end >= inner.end &&
  outer.end - outer.start > inner.end - inner.start

export const lineOf = (node: t.Node): number => node.loc?.start.line ?? 1

export type Property = t.ObjectExpression['properties'][number]

/** Returns the name of a property; undefined for a spread or a computed one. */
export function nameOf(property: Property): string | undefined {
  if (t.isSpreadElement(property) || property.computed) return undefined
  if (t.isIdentifier(property.key)) return property.key.name
  return t.isStringLiteral(property.key) ? property.key.value : undefined
}
