import { type NodePath, types as t } from '@babel/core'
import type { File } from './codemod-file.ts'
import type { Imports } from './codemod-imports.ts'

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

/** The parts whose props stand in groups as those of the widget do. */
const grouped: ReadonlySet<string> = new Set([
  'Chat',
  'Copilot',
  'EmptyState',
  'PageSuggestions',
  'Popup',
  'Sidebar',
])

/**
 * Puts the props of `<Copilot>`, and of parts that have the same, into their groups. Tells of what
 * a user has to look at.
 */
export function groupProps(
  { node, scope }: NodePath<t.JSXOpeningElement>,
  imports: Imports,
  file: File,
): void {
  const owner = imports.nameOf(node.name, scope)
  if (owner === undefined) return
  if (owner === 'Markdown') renameProp(node, 'allowedImageOrigins', 'images', file)
  if (owner === 'Notice') renameProp(node, 'text', 'notice', file)
  if (!grouped.has(owner)) return
  const taken = new Set(node.attributes.map(nameOf))
  const groups = new Map<string, t.JSXAttribute[]>()
  for (const attribute of node.attributes) {
    const name = nameOf(attribute)
    if (!t.isJSXAttribute(attribute) || name === undefined) {
      file.look(attribute, `Props of \`${owner}\` that are spread may belong into groups`)
      continue
    }
    changeProp(attribute, name, file)
    const place = places[name]
    if (!place) continue
    const [group = ''] = place[0].split('.')
    if (taken.has(group)) file.look(attribute, `\`${name}\` stays: \`${group}\` is there already`)
    else if (group === 'start' && isFunction(attribute))
      file.look(attribute, `\`${name}\` stays: \`start\` is one function, of all of it`)
    else groups.set(group, [...(groups.get(group) ?? []), attribute])
  }
  for (const [group, attributes] of groups) {
    if (owner === 'Chat' && group === 'marks')
      file.look(node, 'The marks of a chat are a part of it now, `Chat.Marks`')
    else moveTo(group, attributes, file)
  }
}

function renameProp(
  { attributes }: t.JSXOpeningElement,
  name: string,
  to: string,
  file: File,
): void {
  for (const attribute of attributes)
    if (t.isJSXAttribute(attribute) && nameOf(attribute) === name) file.replace(attribute.name, to)
}

/** Changes a prop that keeps its place: its name, or words of its value. */
function changeProp(attribute: t.JSXAttribute, name: string, file: File): void {
  const { value } = attribute
  if (name === 'name') file.replace(attribute.name, 'title')
  if (name === 'preload') file.look(attribute, '`preload` is an option of the agent now')
  if (name === 'theme' && t.isStringLiteral(value, { value: 'system' }))
    file.replace(value, '"auto"')
  const given = t.isJSXExpressionContainer(value) ? value.expression : undefined
  if (name === 'strings' && !(t.isObjectExpression(given) && given.properties.every(isWing)))
    file.look(attribute, 'Texts stand in wings now: look at the table of `upgrading.md`')
  if (!t.isObjectExpression(given)) return
  for (const property of given.properties) {
    if (!t.isObjectProperty(property) || !t.isIdentifier(property.key)) continue
    if (name === 'attachments' && property.key.name === 'accept') {
      if (!t.isStringLiteral(property.value))
        file.look(property, '`accept` is a list, `types`, now')
      else file.replace(property, `types: ${listOf(property.value.value)}`)
    }
    if (name === 'meter' && property.key.name === 'choice')
      file.look(property, '`choice` is `model`, the id, and `onModelChange` now')
  }
}

const wings: ReadonlySet<string> = new Set([
  'calls',
  'chat',
  'composer',
  'markdown',
  'messages',
  'meter',
  'pending',
  'problems',
  'session',
])

/** Whether a property of `strings` is a wing, whose value is an object. */
const isWing = (property: t.ObjectExpression['properties'][number]): boolean =>
  t.isObjectProperty(property) &&
  t.isIdentifier(property.key) &&
  wings.has(property.key.name) &&
  !t.isStringLiteral(property.value)

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
  file.replace(first, toText)
  for (const { start, end } of others) {
    const space = /\s*$/.exec(file.code.slice(0, start ?? 0))?.[0].length ?? 0
    file.replaceBetween((start ?? 0) - space, end ?? 0, '')
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

/** The names of the parts in `Chat`, by the names of their own that they had. */
const members: Readonly<Record<string, string>> = {
  Abilities: 'Chat.Abilities',
  Chat: 'Chat.Root',
  Composer: 'Chat.Composer',
  ConversationMenu: 'Chat.Menu',
  EmptyState: 'Chat.Empty',
  Header: 'Chat.Header',
  Launcher: 'Chat.Launcher',
  Markdown: 'Chat.Markdown',
  Meter: 'Chat.Meter',
  Notice: 'Chat.Status',
  OutsideCalls: 'Chat.Outside',
  PageSuggestions: 'Chat.Suggestions',
  Panel: 'Chat.Panel',
  Popup: 'Chat.Popup',
  QueuedMessages: 'Chat.Queue',
  Reasoning: 'Chat.Reasoning',
  SessionList: 'Chat.Sessions',
  Sidebar: 'Chat.Sidebar',
  StatusLine: 'Chat.Status',
  Transcript: 'Chat.Transcript',
  View: 'Chat.View',
  ViewButton: 'Chat.View',
  englishChat: 'english',
}

/** What to write for a name that is another thing now. */
const others: Readonly<Record<string, string>> = {
  ApprovalCard: '`Chat.Pending`, which has all that waits for the user',
  ArtifactPanel: '`Chat.Artifact`',
  ArtifactView: '`Chat.Artifact`, with the `artifact`',
  AssistantBubble: '`Chat.Message`, by the id of the message',
  ErrorNotice: '`Chat.Problem`, which has the notices of the session too',
  MessageActions: '`Chat.Message`, by the id of the message',
  ModelPicker: '`Chat.Meter` with `onModelChange`',
  PendingApprovals: '`Chat.Pending`, which has all that waits for the user',
  Questions: '`Chat.Pending`, which has all that waits for the user',
  SessionNotice: '`Chat.Problem`, which has the errors of runs too',
  SignInOffers: '`Chat.Pending`, which has all that waits for the user',
  ToolCalls: '`Chat.Message`, or `Chat.Call` for one call',
  ToolCard: '`Chat.Call`, by the id of the call',
  TouchedMarks: '`Chat.Marks`, with `strip={false}`',
  UserBubble: '`Chat.Message`, by the id of the message',
  WorkingStrip: '`Chat.Marks`, with `touched={false}`',
  useCompose: '`insert` of `useComposer()`',
  useMentions: '`useComposer({ mentions })`',
}

const kept: ReadonlySet<string> = new Set([
  'ChatStrings',
  'Copilot',
  'CopilotProps',
  'english',
  'isInChat',
  'preloadMarkdown',
  'useComposer',
  'useSuggestions',
])

/** Takes parts of the widget from `Chat`, where they are used and where they are imported. */
export function takeParts(imports: Imports, file: File): void {
  for (const one of imports.all) {
    const { name, source, uses, specifier } = one
    if (source !== '@ambit/chat' || kept.has(name)) continue
    // A file that was changed before has its `Chat` with members.
    if (name === 'Chat' && uses.some(({ parent }) => isMember(parent))) continue
    const to = members[name]
    const isExported = uses.some(({ parent }) => t.isExportSpecifier(parent))
    if (to === undefined || specifier.local.name !== name || isExported) {
      const now = others[name] ?? '`ComponentProps<typeof Chat.…>`, or of `CopilotProps`'
      file.look(specifier, `\`${name}\` is ${to ? `\`${to}\`` : now} now`)
      continue
    }
    imports.rename(one, to.split('.')[0] ?? to)
    for (const use of uses) take(use, name, to, file)
  }
}

const isMember = (parent: t.Node | undefined): boolean =>
  t.isMemberExpression(parent) || t.isJSXMemberExpression(parent) || t.isTSQualifiedName(parent)

/** Writes the new name of a part where it is used. */
function take({ node, parent }: NodePath, name: string, to: string, file: File): void {
  if (t.isObjectProperty(parent) && parent.shorthand) return file.replace(parent, `${name}: ${to}`)
  const isButton = name === 'ViewButton' && t.isJSXOpeningElement(parent)
  file.replace(node, isButton ? `${to} button` : to)
}

/** Whether a name of `@ambit/chat` is another one now. */
export const isOldPart = (name: string): boolean =>
  name !== 'Chat' && (Object.hasOwn(members, name) || Object.hasOwn(others, name))
