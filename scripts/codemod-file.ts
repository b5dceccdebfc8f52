import { types as t } from '@babel/core'

/** Receives a place that a person has to look at. */
export type Look = (line: number, why: string) => void

/** One part of a file, and the text that takes its place. */
export interface Edit {
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

/** Returns the text of options with their groups. All else stays as it was written. */
export function toGrouped(
  node: t.ObjectExpression,
  moved: ReadonlyMap<Property, readonly [group: string, name: string]>,
  file: File,
): string {
  const { code } = file
  const start = node.start ?? 0
  const end = node.end ?? 0
  const isLong = code.slice(start, node.properties[0]?.start ?? end).includes('\n')
  const indent = isLong
    ? (/\n([ \t]*)[^\n]*$/.exec(code.slice(0, node.properties[0]?.start ?? 0))?.[1] ?? '')
    : ''
  const members = new Map<string, string[]>()
  const parts: (string | { readonly lead: string; readonly group: string })[] = ['{']
  let at = start + 1
  for (const property of node.properties) {
    const from = property.start ?? 0
    const to = property.end ?? 0
    // The comment at the end of a line is of the property before it.
    const [rest = '', note = ''] =
      /^[ \t]*,?(?:[ \t]*(\/\/[^\n]*|\/\*[^\n]*?\*\/)(?=[ \t]*(?:\n|$)))?/.exec(code.slice(to)) ??
      []
    const place = moved.get(property)
    if (place) {
      const [path, name] = place
      const [group = '', inner] = path.split('.')
      const lead = /^\s*/.exec(code.slice(at, from))?.[0] ?? ''
      if (![...members.keys()].some((known) => known.split('.')[0] === group))
        parts.push({ lead, group })
      const notes = [code.slice(at, from).trim(), note].filter(Boolean)
      const text = [...notes, toMember(property, name, file)].join(`\n${indent}`)
      const key = inner ? path : group
      members.set(key, [...(members.get(key) ?? []), text])
    } else parts.push(file.text(at, to + rest.length))
    at = to + rest.length
  }
  parts.push(file.text(at, end))
  const text = parts
    .map((part) =>
      typeof part === 'string' ? part : `${part.lead}${toGroup(part.group, members, indent)},`,
    )
    .join('')
  // A property that had no comma may have others behind it now.
  return isLong ? text : text.replace(/,\s*\}$/, ' }')
}

/** Returns a group as a property: in one line if there is room for it. */
function toGroup(
  group: string,
  members: ReadonlyMap<string, readonly string[]>,
  indent: string,
): string {
  const own = [...(members.get(group) ?? [])]
  const cost = members.get(`${group}.cost`)
  if (cost) own.push(toBlock('cost', cost, `${indent}  `))
  const [only = ''] = own
  // A rule that has only `when` is written as that alone.
  if (group === 'approval' && own.length === 1 && only.startsWith('when: '))
    return `approval: ${only.slice('when: '.length)}`
  return toBlock(group, own, indent)
}

function toBlock(name: string, members: readonly string[], indent: string): string {
  const line = `${name}: { ${members.join(', ')} }`
  if (!line.includes('\n') && !line.includes('//') && indent.length + line.length < 100) return line
  // The lines of a template must not move.
  const inner = members.map((text) => (text.includes('`') ? text : text.replaceAll('\n', '\n  ')))
  return `${name}: {${inner.map((text) => `\n${indent}  ${text},`).join('')}\n${indent}}`
}

/** Returns a property under its new name, and with its new value. */
function toMember(property: Property, name: string, file: File): string {
  const { code } = file
  const start = property.start ?? 0
  const end = property.end ?? 0
  if (t.isSpreadElement(property)) return file.textOf(property)
  const { key } = property
  if (t.isObjectMethod(property))
    return code.slice(start, key.start ?? 0) + name + file.text(key.end ?? 0, end)
  const { value, shorthand } = property
  const text = file.textOf(value)
  const to = toValue(name, value, text, file)
  return shorthand && to === name ? name : `${name}: ${to}`
}

const ways: Readonly<Record<string, string>> = { fail: "'never'", rerun: "'again'" }

function toValue(name: string, value: t.Node, text: string, file: File): string {
  const word = t.isStringLiteral(value) ? value.value : undefined
  if (name === 'how') return ways[word ?? ''] ?? text
  if (name === 'silent') {
    if (word !== undefined) return String(word === 'silent')
    return t.isIdentifier(value) || t.isMemberExpression(value)
      ? `${text} === 'silent'`
      : `(${text}) === 'silent'`
  }
  if (name !== 'sandbox' || !t.isObjectExpression(value)) return text
  const network = value.properties.find((property) => nameOf(property) === 'allowNetwork')
  if (!t.isObjectProperty(network)) return text
  const { key, shorthand } = network
  return (
    file.text(value.start ?? 0, key.start ?? 0) +
    (shorthand ? 'network: allowNetwork' : 'network') +
    file.text(key.end ?? 0, value.end ?? 0)
  )
}
