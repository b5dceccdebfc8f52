import { type NodePath, types as t } from '@babel/core'
import { endOf, type File, startOf } from './codemod-file.ts'

export type Property = t.ObjectExpression['properties'][number]

/**
 * Where an option stands now: its groups and its name there. One name is an option outside of a
 * group, and none is an option that is gone.
 */
export type Place = readonly string[]
export type Places = Readonly<Record<string, Place>>

/** Returns the name of a property; undefined for a spread or a computed one. */
export function nameOf(property: Property): string | undefined {
  if (t.isSpreadElement(property) || property.computed) return undefined
  if (t.isIdentifier(property.key)) return property.key.name
  return t.isStringLiteral(property.key) ? property.key.value : undefined
}

/** Whether an object is what a test expects, or a tool of the AI SDK: neither has our options. */
export function isExpected({ key, parent }: NodePath): boolean {
  const callee = t.isCallExpression(parent) && key === 0 ? parent.callee : undefined
  const word = t.isMemberExpression(callee) ? callee.property : callee
  return t.isIdentifier(word) && /^(expect|tool|dynamicTool|to[A-Z]\w*)$/.test(word.name)
}

/** Returns the property of a name. */
export const propertyOf = (node: t.ObjectExpression, name: string): t.ObjectProperty | undefined =>
  node.properties
    .filter((property) => t.isObjectProperty(property))
    .find((property) => nameOf(property) === name)

/**
 * Finds the options that stand in another place now. One whose place is taken already stays, and is
 * told of.
 */
export function findMoved(
  node: t.ObjectExpression,
  places: Places,
  file: File,
): ReadonlyMap<Property, Place> {
  const moved = new Map<Property, Place>()
  for (const property of node.properties) {
    const name = nameOf(property)
    if (name !== undefined && Object.hasOwn(places, name)) moved.set(property, places[name] ?? [])
  }
  const taken = new Set(
    node.properties.filter((property) => !moved.has(property)).map((property) => nameOf(property)),
  )
  const seen = new Set<string>()
  for (const [property, place] of moved) {
    const [first] = place
    const path = place.join('.')
    if (first !== undefined && (taken.has(first) || seen.has(path))) {
      moved.delete(property)
      file.look(property, `\`${nameOf(property)}\` stays: \`${first}\` is there already`)
    }
    seen.add(path)
  }
  return moved
}

/** Moves the options of an object. Returns whether there are any to be moved. */
export function moveOptions(node: t.ObjectExpression, places: Places, file: File): boolean {
  const moved = findMoved(node, places, file)
  if (moved.size > 0) file.replace(node, () => toMoved(node, moved, file))
  return moved.size > 0
}

/** Returns the text of options at their places. All else stays as it was written. */
export function toMoved(
  node: t.ObjectExpression,
  moved: ReadonlyMap<Property, Place>,
  file: File,
): string {
  const { code } = file
  const start = startOf(node)
  const first = node.properties[0]?.start ?? endOf(node)
  const isLong = code.slice(start, first).includes('\n')
  const indent = isLong ? (/\n([ \t]*)[^\n]*$/.exec(code.slice(0, first))?.[1] ?? '') : ''
  const members = new Map<string, string[]>()
  const parts: (string | { readonly lead: string; readonly group: string })[] = ['{']
  let at = start + 1
  for (const property of node.properties) {
    const from = startOf(property)
    const to = endOf(property)
    // The comment at the end of a line is of the property before it.
    const [rest = '', note = ''] =
      /^[ \t]*,?(?:[ \t]*(\/\/[^\n]*|\/\*[^\n]*?\*\/)(?=[ \t]*(?:\n|$)))?/.exec(code.slice(to)) ??
      []
    const place = moved.get(property)
    if (!place) parts.push(file.text(at, to + rest.length))
    else if (place.length === 1)
      parts.push(code.slice(at, from) + toMember(property, place[0] ?? '', file) + rest)
    else if (place.length > 1) {
      const [group = ''] = place
      const lead = /^\s*/.exec(code.slice(at, from))?.[0] ?? ''
      if (![...members.keys()].some((known) => known.split('.')[0] === group))
        parts.push({ lead, group })
      const notes = [code.slice(at, from).trim(), note].filter(Boolean)
      const text = [...notes, toMember(property, place.at(-1) ?? '', file)].join(`\n${indent}`)
      const key = place.slice(0, -1).join('.')
      members.set(key, [...(members.get(key) ?? []), text])
    }
    at = to + rest.length
  }
  parts.push(file.text(at, endOf(node)))
  const text = parts
    .map((part) =>
      typeof part === 'string' ? part : `${part.lead}${toGroup(part.group, members, indent)},`,
    )
    .join('')
  if (/^\{\s*\}$/.test(text)) return '{}'
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
  for (const [path, inner] of members) {
    const [outer, name] = path.split('.')
    if (outer === group && name !== undefined) own.push(toBlock(name, inner, `${indent}  `))
  }
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
  if (t.isSpreadElement(property)) return file.textOf(property)
  const { key } = property
  if (t.isObjectMethod(property))
    return (
      file.code.slice(startOf(property), startOf(key)) +
      name +
      file.text(endOf(key), endOf(property))
    )
  const text = file.textOf(property.value)
  return property.shorthand && text === name ? name : `${name}: ${text}`
}
