import { nearest } from '@ambit/core'
import { english } from '../strings/english.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The props of `Chat.Popup` and of `Chat.Sidebar`. */
const ofDialog = 'children className defaultOpen launcher onOpenChange open place render shortcut'

/** What has props that are checked. */
type Owner =
  | 'Copilot'
  | `Chat.${'Root' | 'Composer' | 'Empty' | 'Marks' | 'Meter' | 'Popup' | 'Sidebar' | 'Suggestions'}`

/** The names of the props that exist. */
const owners: Readonly<Record<Owner, string>> = {
  Copilot:
    'children className composer defaultOpen form icon marks messages meter notice onOpenChange open parts ' +
    'place shortcut start strings theme title',
  'Chat.Root': 'children className icon messages parts render strings theme title',
  'Chat.Composer': 'attachments className commands dictation mentions render',
  'Chat.Empty': 'className render start',
  'Chat.Marks': 'className render strip touched',
  'Chat.Meter': 'className model name onModelChange proxy render',
  'Chat.Popup': ofDialog,
  'Chat.Sidebar': ofDialog,
  'Chat.Suggestions': 'start',
}

/** The groups of `Copilot` whose keys are props of a part. */
const groupsOfParts: Readonly<Record<string, string>> = {
  'Chat.Composer': 'composer',
  'Chat.Marks': 'marks',
  'Chat.Meter': 'meter',
}

/** The keys of each group. */
const groups: Readonly<Record<string, string>> = {
  place: 'container offset side topLayer width',
  'place.offset': 'x y',
  'place.width': 'default max onChange',
  start: 'greeting suggestions',
  composer: 'attachments commands dictation mentions',
  'composer.attachments': 'maxBytes maxFiles types untrusted',
  messages: 'announce artifacts images markdown onFeedback onNavigate readAloud undoTool',
  'messages.markdown':
    'images onLinkClick onNavigate renderCode renderCodeActions renderLink renderMath strings',
  meter: 'model name onModelChange proxy',
  marks: 'strip touched',
  parts:
    'Abilities Artifact Call Composer Empty Header Launcher Markdown Marks Menu Message Meter ' +
    'Outside Pending Problem Queue Reasoning Sessions Status Suggestions Transcript View',
}

/** The lists, each with the keys of its entries that are objects. */
const lists: Readonly<Record<string, string>> = {
  'start.suggestions': 'label message',
  'composer.commands': 'description name prompt run',
  'composer.mentions': 'description label text',
  'composer.attachments.types': '',
}

/** The values that exist. */
const values: Readonly<Record<string, string>> = {
  form: 'popup sidebar inline',
  theme: 'auto light dark',
  'place.side': 'start end',
}

/** What to write for a name that a chat has elsewhere. */
const elsewhere: Readonly<Record<string, string>> = {
  'title="…"': 'name label',
  'place={{ side }}': 'side position',
  'place={{ offset }}': 'offset',
  'place={{ container }}': 'container',
  'place={{ topLayer }}': 'topLayer',
  'place={{ width: { default } }}': 'defaultWidth width',
  'place={{ width: { max } }}': 'maxWidth',
  'place={{ width: { onChange } }}': 'onWidthChange',
  'start={{ greeting }}': 'greeting initialMessage welcomeMessage',
  'start={{ suggestions }}': 'suggestions',
  'composer={{ attachments }}': 'attachments',
  'composer={{ attachments: { types } }}': 'accept',
  'composer={{ commands }}': 'commands',
  'composer={{ mentions }}': 'mentions',
  'composer={{ dictation }}': 'dictation',
  'messages={{ markdown }}': 'markdown',
  'messages={{ artifacts }}': 'artifacts',
  'messages={{ images }}': 'allowedImageOrigins images',
  'messages={{ announce }}': 'announceAnswers announce',
  'messages={{ readAloud }}': 'readAloud',
  'messages={{ onNavigate }}': 'onNavigate',
  'messages={{ onFeedback }}': 'onFeedback',
  'messages={{ undoTool }}': 'undoTool',
  'meter={{ model, onModelChange }}': 'choice',
  'marks={{ touched }}': 'highlight touched',
  'marks={{ strip }}': 'strip',
  '`preload` of the agent': 'preload',
}

/** The parts that have what is a prop of `Copilot` and none of `Chat.Root`. */
const partsWith: Readonly<Record<string, string>> = {
  'Chat.Composer': 'composer',
  'Chat.Empty': 'start',
  'Chat.Marks': 'marks',
  'Chat.Meter': 'meter',
  'Chat.Popup': 'defaultOpen onOpenChange open place shortcut',
  'Chat.Status': 'notice',
}

const told = new Set<string>()

/**
 * Warns in the console, once for each, of props and of keys of groups that do not exist, with the
 * name that is meant. Does nothing in production.
 */
export function checkProps(owner: Owner, props: object): void {
  try {
    // Bundlers replace this value, and leave all checks out of production.
    if (process.env.NODE_ENV !== 'production') checkAll(owner, props)
  } catch {
    // A page without a bundler has no `process`.
  }
}

function checkAll(owner: Owner, props: object): void {
  const ofPart = groupsOfParts[owner]
  const given = ofPart === undefined ? props : { [ofPart]: props }
  const at = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, key) => Object(value)[key], given)
  const nameOf = (path: string): string => `\`${path.replace(`${ofPart}.`, '')}\` of <${owner}>`
  const isNamed = (path: string, names: string): void => {
    const group = at(path)
    if (typeof group === 'object' && group) check(nameOf(path), group, names.split(' '))
  }
  check(`<${owner}>`, props, owners[owner].split(' '))
  for (const [path, names] of Object.entries(groups)) if (path !== ofPart) isNamed(path, names)
  if (at('strings') !== undefined) {
    isNamed('strings', Object.keys(english).join(' '))
    for (const [group, texts] of Object.entries(english))
      isNamed(`strings.${group}`, Object.keys(texts).join(' '))
  }
  for (const [path, names] of Object.entries(lists)) {
    const list = at(path)
    if (list !== undefined && !Array.isArray(list)) hint(`${nameOf(path)} is not an array.`)
    for (const each of Array.isArray(list) ? list : [])
      if (typeof each === 'object' && each)
        check(`an entry of ${nameOf(path)}`, each, names.split(' '))
  }
  for (const [path, known] of Object.entries(values)) {
    const value = at(path)
    if (typeof value !== 'string' || known.split(' ').includes(value)) continue
    const is = `${nameOf(path)} is "${value.slice(0, 40)}"`
    if (value === 'system') hint(`${is}. Use "auto".`)
    else hint(`${is}, which is not one of "${known.replaceAll(' ', '", "')}".`)
  }
}

function check(owner: string, given: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name)) continue
    // The widget gives its parts what it was given, and has told of it.
    if (/<Chat\.(?!Root)/.test(owner) && told.has(name)) continue
    told.add(name)
    const use = adviceFor(owner, name, names)
    const end = use ? `Use ${use}.` : 'Correct its name, or leave it out.'
    hint(`There is no \`${name.slice(0, 40)}\` of ${owner}, so it changes nothing. ${end}`)
  }
}

/** Returns what to use in place of a name that does not exist; undefined if it cannot be told. */
function adviceFor(owner: string, name: string, names: readonly string[]): string | undefined {
  if (/^an entry|<Chat\.(?!Root)/.test(owner)) return code(nearest(name, names))
  const isText = owner.startsWith('`strings')
  const known = isText
    ? textNames()
    : owner === '<Chat.Root>'
      ? [...wordsOf(elsewhere), ...wordsOf(partsWith)]
      : wordsOf(elsewhere)
  const meant = nearest(name, [...names, ...known])
  if (meant === undefined || names.includes(meant)) return code(meant)
  const other = isText ? placeOfText(meant) : keyOf(elsewhere, meant)
  const [, group = meant, key = meant] = /^(\w+)=(?:\{\{ (.+) \}\})?/.exec(other ?? '') ?? []
  const part = owner === '<Chat.Root>' && keyOf(partsWith, group)
  // These two are props of their parts, too. The keys of the others are.
  if (part) return `${code(/start|place/.test(group) ? (other ?? meant) : key)} of <${part}>`
  return other?.startsWith('`') ? other : code(other)
}

const code = <Text extends string | undefined>(text: Text): Text | string => text && `\`${text}\``

/** Returns the key whose words have a name. */
const keyOf = (words: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.keys(words).find((key) => words[key]?.split(' ').includes(name))

const wordsOf = (words: Readonly<Record<string, string>>): string[] =>
  Object.values(words).flatMap((each) => each.split(' '))

/** Returns the names of all texts. */
const textNames = (): string[] => Object.values(english).flatMap((texts) => Object.keys(texts))

/** Returns where a text stands; undefined for a name that no text has. */
function placeOfText(name: string): string | undefined {
  const [group] = Object.entries(english).find(([, texts]) => Object.hasOwn(texts, name)) ?? []
  return group && `strings={{ ${group}: { ${name} } }}`
}

function hint(text: string): void {
  if (told.has(text)) return
  told.add(text)
  console.warn(`[ambit] ${text}`)
}
