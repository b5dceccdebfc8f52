import { type NodePath, types as t } from '@babel/core'
import type { File } from './codemod.ts'

/** Where each prop of the widget stands now: the path of its group, and its name there. */
const places: Readonly<Record<string, readonly [group: string, name: string]>> = {
  side: ['place', 'side'],
  offset: ['place', 'offset'],
  container: ['place', 'container'],
  topLayer: ['place', 'topLayer'],
  defaultWidth: ['place.width', 'default'],
  maxWidth: ['place.width', 'max'],
  onWidthChange: ['place.width', 'onChange'],
  greeting: ['start', 'greeting'],
  suggestions: ['start', 'suggestions'],
  attachments: ['composer', 'attachments'],
  commands: ['composer', 'commands'],
  mentions: ['composer', 'mentions'],
  dictation: ['composer', 'dictation'],
  markdown: ['messages', 'markdown'],
  artifacts: ['messages', 'artifacts'],
  allowedImageOrigins: ['messages', 'images'],
  readAloud: ['messages', 'readAloud'],
  announceAnswers: ['messages', 'announce'],
  onNavigate: ['messages', 'onNavigate'],
  onFeedback: ['messages', 'onFeedback'],
  undoTool: ['messages', 'undoTool'],
  highlight: ['marks', 'touched'],
  strip: ['marks', 'strip'],
}

/** Puts the props of `<Copilot>` into their groups. Tells of what a person has to look at. */
export function groupProps(path: NodePath<t.JSXOpeningElement>, file: File): void {
  const { node } = path
  if (!t.isJSXIdentifier(node.name, { name: 'Copilot' })) return
  const taken = new Set(node.attributes.map(nameOf))
  const groups = new Map<string, t.JSXAttribute[]>()
  for (const attribute of node.attributes) {
    const name = nameOf(attribute)
    if (!t.isJSXAttribute(attribute) || name === undefined) {
      file.look(lineOf(attribute), 'Props of `Copilot` that are spread may belong into groups')
      continue
    }
    changeProp(attribute, name, file)
    const place = places[name]
    if (!place) continue
    const [group = ''] = place[0].split('.')
    if (taken.has(group))
      file.look(lineOf(attribute), `\`${name}\` stays: \`${group}\` is there already`)
    else if (group === 'start' && isFunction(attribute))
      file.look(lineOf(attribute), `\`${name}\` stays: \`start\` is one function, of all of it`)
    else groups.set(group, [...(groups.get(group) ?? []), attribute])
  }
  for (const [group, attributes] of groups) moveTo(group, attributes, file)
}

/** Changes a prop that keeps its place: its name, or words of its value. */
function changeProp(attribute: t.JSXAttribute, name: string, file: File): void {
  const { value } = attribute
  const write = (node: t.Node, text: string): void =>
    file.add({ start: node.start ?? 0, end: node.end ?? 0, toText: () => text })
  if (name === 'name') write(attribute.name, 'title')
  if (name === 'preload') file.look(lineOf(attribute), '`preload` is an option of the agent now')
  if (name === 'theme' && t.isStringLiteral(value, { value: 'system' })) write(value, '"auto"')
  if (name === 'strings') file.look(lineOf(attribute), 'Texts stand in their wings now')
  const given = t.isJSXExpressionContainer(value) ? value.expression : undefined
  if (!t.isObjectExpression(given)) return
  for (const property of given.properties) {
    if (!t.isObjectProperty(property) || !t.isIdentifier(property.key)) continue
    if (name === 'attachments' && property.key.name === 'accept') {
      if (!t.isStringLiteral(property.value))
        file.look(lineOf(property), '`accept` is a list, `types`, now')
      else write(property, `types: ${listOf(property.value.value)}`)
    }
    if (name === 'meter' && property.key.name === 'choice')
      file.look(lineOf(property), '`choice` is `model`, the id, and `onModelChange` now')
  }
}

const listOf = (accept: string): string =>
  `[${accept
    .split(',')
    .map((type) => `'${type.trim()}'`)
    .join(', ')}]`

/** Writes a group in the place of the first of its props, and takes the others away. */
function moveTo(group: string, attributes: readonly t.JSXAttribute[], file: File): void {
  const [first, ...others] = attributes
  if (!first) return
  const toText = (): string => {
    const own: string[] = []
    const inner: string[] = []
    for (const attribute of attributes) {
      const [path, name] = places[nameOf(attribute) ?? ''] ?? [group, '']
      ;(path === group ? own : inner).push(toMember(name, attribute, file))
    }
    if (inner.length > 0) own.push(`width: { ${inner.join(', ')} }`)
    return `${group}={{ ${own.join(', ')} }}`
  }
  file.add({ start: first.start ?? 0, end: first.end ?? 0, toText })
  for (const { start, end } of others) {
    const space = /\s*$/.exec(file.code.slice(0, start ?? 0))?.[0].length ?? 0
    file.add({ start: (start ?? 0) - space, end: end ?? 0, toText: () => '' })
  }
}

/** Returns a prop as a member of an object. */
function toMember(name: string, { value }: t.JSXAttribute, file: File): string {
  if (!value) return `${name}: true`
  if (t.isStringLiteral(value)) return `${name}: ${JSON.stringify(value.value)}`
  const text = t.isJSXExpressionContainer(value)
    ? file.textOf(value.expression)
    : file.textOf(value)
  return text === name ? name : `${name}: ${text}`
}

function isFunction({ value }: t.JSXAttribute): boolean {
  return t.isJSXExpressionContainer(value) && t.isFunction(value.expression)
}

/** Returns the name of a prop; undefined for props that are spread. */
function nameOf(attribute: t.JSXAttribute | t.JSXSpreadAttribute): string | undefined {
  if (t.isJSXSpreadAttribute(attribute)) return undefined
  return t.isJSXIdentifier(attribute.name) ? attribute.name.name : undefined
}

const lineOf = (node: t.Node): number => node.loc?.start.line ?? 1
