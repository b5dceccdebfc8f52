import { type NodePath, parseSync, types as t, type Visitor } from '@babel/core'

/** Receives a place that a user has to look at. */
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
  readonly #edits = new Map<string, Edit>()
  readonly #looks = new Map<string, readonly [line: number, why: string]>()

  constructor(code: string) {
    this.code = code
  }

  /** Tells of a place that a user has to look at. */
  look(node: t.Node, why: string): void {
    const line = node.loc?.start.line ?? 1
    this.#looks.set(`${line}: ${why}`, [line, why])
  }

  /** The places that a user has to look at, from the first line to the last. */
  get looks(): readonly (readonly [line: number, why: string])[] {
    return [...this.#looks.values()].sort(([a], [b]) => a - b)
  }

  /** Puts a text in the place of a node. A later text for it replaces an earlier one. */
  replace(node: t.Node, text: string | (() => string)): void {
    this.replaceBetween(startOf(node), endOf(node), text)
  }

  replaceBetween(start: number, end: number, text: string | (() => string)): void {
    const toText = typeof text === 'string' ? () => text : text
    this.#edits.set(`${start} ${end}`, { start, end, toText })
  }

  /** Returns a part of the file with the edits inside of it. */
  text(start: number, end: number): string {
    const inside = [...this.#edits.values()]
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
    return this.text(startOf(node), endOf(node))
  }
}

const holds = (outer: Edit, inner: Edit): boolean =>
  outer.start <= inner.start &&
  outer.end >= inner.end &&
  outer.end - outer.start > inner.end - inner.start

export const startOf = (node: t.Node): number => node.start ?? 0
export const endOf = (node: t.Node): number => node.end ?? 0

/** A member of something, such as `agent.chat` or `agent?.chat`. */
export type Member = t.MemberExpression | t.OptionalMemberExpression
export type Call = t.CallExpression | t.OptionalCallExpression

export const isMember = (node: t.Node | null | undefined): node is Member =>
  t.isMemberExpression(node) || t.isOptionalMemberExpression(node)

export const isCall = (node: t.Node | null | undefined): node is Call =>
  t.isCallExpression(node) || t.isOptionalCallExpression(node)

/** Returns the rule for calls, also those behind `?.`. */
export const onCalls = (visit: (path: NodePath<Call>) => void): Visitor => ({
  CallExpression: visit,
  OptionalCallExpression: visit,
})

/** Returns the rule for members, also those behind `?.`. */
export const onMembers = (visit: (path: NodePath<Member>) => void): Visitor => ({
  MemberExpression: visit,
  OptionalMemberExpression: visit,
})

/** Reads the code of a file. Throws if it does not parse. */
export function parse(
  code: string,
  name: string,
  errorRecovery = false,
): NonNullable<ReturnType<typeof parseSync>> {
  const read = parseSync(code, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: {
      plugins: /\.[cm]?ts$/.test(name) ? ['typescript'] : ['typescript', 'jsx'],
      errorRecovery,
    },
  })
  if (!read) throw new Error('There is nothing to read')
  return read
}
