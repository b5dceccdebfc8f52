import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { type NodePath, parseSync, traverse, types as t } from '@babel/core'
import { changeErrors } from './codemod-errors.ts'
import { eventRules } from './codemod-events.ts'

/**
 * Moves the code of an application from the surface of 0.1 to that of 0.2: `node scripts/codemod.ts
 * DIR`. Changes files in place: TypeScript, JavaScript, and the code blocks of Markdown. Prints
 * each file that it changed, and each place that a person has to look at. A second run changes
 * nothing.
 */
function main(folder: string): void {
  let changed = 0
  for (const file of filesIn(folder)) {
    const before = readFileSync(file, 'utf8')
    const look: Look = (line, why) => console.log(`look at ${file}:${line}: ${why}`)
    let after = before
    try {
      after = file.endsWith('.md') ? changeMarkdown(before, look) : changeCode(before, file, look)
    } catch (error) {
      look(1, `It could not be read, and stays as it is: ${String(error)}`)
    }
    if (after === before) continue
    writeFileSync(file, after)
    changed++
    console.log(`changed ${file}`)
  }
  console.log(`${changed} files changed`)
}

/** Receives a place that a person has to look at. */
export type Look = (line: number, why: string) => void

const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', '.reports'])

/** Returns the files below a folder that may have code. A file is itself. */
function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return /\.([cm]?[jt]sx?|md)$/.test(path) ? [path] : []
  return readdirSync(path)
    .filter((name) => !skipped.has(name))
    .flatMap((name) => filesIn(join(path, name)))
}

/** Changes the code blocks of a page. A block that does not parse stays as it is. */
export const changeMarkdown = (text: string, look: Look): string =>
  text.replaceAll(
    /(^|\n)( *)(```(?:tsx?|jsx?|typescript|javascript)[^\n]*\n)([\s\S]*?)(\n *```)/g,
    (all, start: string, indent: string, fence: string, code: string, end: string, at: number) => {
      const above = text.slice(0, at).split('\n').length + (start ? 1 : 0)
      try {
        const changed = changeCode(code, 'page.tsx', (line, why) => look(above + line, why))
        return `${start}${indent}${fence}${changed}${end}`
      } catch {
        return all
      }
    },
  )

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

/**
 * Returns a file's code on the new surface. If that would not parse, the code stays as it is: a
 * comment can stand where no rule expects one. Throws if the code itself does not parse.
 */
export function changeCode(code: string, name: string, look: Look): string {
  const changed = regroup(code, name, look)
  if (changed === code) return code
  try {
    parse(changed, name)
    return changed
  } catch {
    look(1, 'Its comments or commas stand in the way, so it stays as it is')
    return code
  }
}

const parse = (code: string, name: string, errorRecovery = false): ReturnType<typeof parseSync> =>
  parseSync(code, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: {
      plugins: /\.[cm]?ts$/.test(name) ? ['typescript'] : ['typescript', 'jsx'],
      errorRecovery,
    },
  })

/** Returns a file's code with its edits: of the options of tools, of errors and of events. */
function regroup(code: string, name: string, look: Look): string {
  const ast = parse(code, name, true)
  if (!ast) return code
  const file = new File(code, look)
  traverse(ast, {
    ...eventRules(file),
    Program: (path) => changeErrors(path, file),
    ObjectExpression: (path) => groupTool(path, file),
    MemberExpression: ({ node: { property, computed } }) => {
      const known = t.isIdentifier(property) && !computed && places[property.name]
      if (known && onlyOfTools.has(property.name))
        look(
          lineOf(property),
          `\`${property.name}\` of a tool's options is \`${known.join('.')}\` now`,
        )
    },
  })
  return file.text(0, code.length)
}

const lineOf = (node: t.Node): number => node.loc?.start.line ?? 1

/** The functions and classes whose first argument has the options of a tool. */
const toolMakers: ReadonlySet<string> = new Set([
  'Tool',
  'anyTool',
  'mutationTool',
  'uiTool',
  'useMutationTool',
  'useTool',
])

/** The options that nothing but a tool has. */
const onlyOfTools: ReadonlySet<string> = new Set([
  'onResume',
  'reconcile',
  'requiresApproval',
  'toModelOutput',
])

/** The places of an object that may be options of a tool though only a name says so. */
const placesOfOptions: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'CallExpression',
  'NewExpression',
  'ObjectProperty',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'VariableDeclarator',
])

/**
 * Whether an object has the options of a tool: `yes`, `no`, or `maybe` if only the name of an
 * option says so.
 */
function isTool({ node, parent, key }: NodePath<t.ObjectExpression>): 'yes' | 'maybe' | 'no' {
  const names = new Set(node.properties.map(nameOf))
  const calls = t.isCallExpression(parent) || t.isNewExpression(parent)
  const callee = calls && t.isIdentifier(parent.callee) ? parent.callee.name : undefined
  // An expectation is not made of options.
  const isExpected =
    callee === 'expect' ||
    (t.isCallExpression(parent) &&
      t.isMemberExpression(parent.callee) &&
      t.isIdentifier(parent.callee.property) &&
      parent.callee.property.name.startsWith('to'))
  // A tool of the AI SDK has names of its own.
  const isForeign =
    callee === 'tool' ||
    callee === 'dynamicTool' ||
    ((names.has('execute') || names.has('inputSchema')) && !names.has('handler'))
  const isGroup = t.isObjectProperty(parent) && groupNames.has(nameOf(parent) ?? '')
  if (isExpected || isForeign || isGroup) return 'no'
  const isMade = key === 0 && callee !== undefined && toolMakers.has(callee)
  const isOther = t.isNewExpression(parent) && !isMade
  const isSubmit = t.isObjectProperty(parent) && nameOf(parent) === 'submit'
  const isDescribed = names.has('description') && (names.has('handler') || names.has('run'))
  if (isMade || isSubmit || (isDescribed && !isOther)) return 'yes'
  const isLike = [...names].some((name) => name !== undefined && onlyOfTools.has(name))
  return isLike || isDescribed ? 'maybe' : 'no'
}

type Property = t.ObjectExpression['properties'][number]

/** Returns the name of a property; undefined for a spread or a computed one. */
function nameOf(property: Property): string | undefined {
  if (t.isSpreadElement(property) || property.computed) return undefined
  if (t.isIdentifier(property.key)) return property.key.name
  return t.isStringLiteral(property.key) ? property.key.value : undefined
}

/** Where each option of a tool stands now: its group, and its name there. */
const places: Readonly<Record<string, readonly [group: string, name: string]>> = {
  requiresApproval: ['approval', 'when'],
  preview: ['approval', 'preview'],
  binds: ['approval', 'binds'],
  remember: ['approval', 'remember'],
  toModelOutput: ['result', 'toModel'],
  mode: ['result', 'silent'],
  untrusted: ['result', 'untrusted'],
  cache: ['result', 'cache'],
  timeout: ['run', 'timeout'],
  retry: ['run', 'retry'],
  sandbox: ['run', 'sandbox'],
  waitFor: ['run', 'waitForScope'],
  tokens: ['run.cost', 'tokens'],
  costUsd: ['run.cost', 'usd'],
  charges: ['run.cost', 'custom'],
  onResume: ['resume', 'how'],
  reconcile: ['resume', 'reconcile'],
  strict: ['provider', 'strict'],
  examples: ['provider', 'examples'],
  providerOptions: ['provider', 'options'],
}

const groupNames: ReadonlySet<string> = new Set(
  Object.values(places).map(([group]) => group.replace('.cost', '')),
)

/** Puts the options of a tool into their groups. */
function groupTool(path: NodePath<t.ObjectExpression>, file: File): void {
  const kind = isTool(path)
  const { node } = path
  if (kind === 'no') return lookAtGuards(path, file)
  const taken = new Set(node.properties.map(nameOf))
  const moved = new Map<Property, readonly [group: string, name: string]>()
  for (const property of node.properties) {
    const name = nameOf(property)
    const place = name === undefined ? undefined : places[name]
    if (t.isSpreadElement(property)) lookInto(property, file)
    if (!place) continue
    const [group = ''] = place[0].split('.')
    if (taken.has(group))
      file.look(lineOf(property), `\`${name}\` stays: \`${group}\` is there already`)
    else moved.set(property, place)
  }
  if (moved.size === 0) return
  if (kind === 'maybe') {
    file.look(lineOf(node), 'Is this an object with the options of a tool?')
    if (!placesOfOptions.has(path.parent.type)) return
  }
  if (node.properties.some((property) => t.isSpreadElement(property)))
    file.look(lineOf(node), 'A group takes the place of the whole group of what is spread')
  if (isSplit(node, moved)) {
    file.look(lineOf(node), 'What is spread stands inside of a group, so nothing is moved')
    return
  }
  for (const property of moved.keys()) lookAtWords(property, file)
  file.add({
    start: node.start ?? 0,
    end: node.end ?? 0,
    toText: () => toGrouped(node, moved, file),
  })
}

/** Whether something is spread between two options that belong into one group. */
function isSplit(
  { properties }: t.ObjectExpression,
  moved: ReadonlyMap<Property, readonly [group: string, name: string]>,
): boolean {
  const groups = properties.map((property) => moved.get(property)?.[0].split('.')[0])
  return properties.some(
    (property, at) =>
      t.isSpreadElement(property) &&
      groups.slice(0, at).some((group) => group !== undefined && groups.includes(group, at)),
  )
}

/** The options that guard a call, and have the same name in other objects. */
const guards: ReadonlySet<string> = new Set(['binds', 'preview', 'remember', 'untrusted'])

/** Tells of an object with a name of its own that may guard a tool into which it is spread. */
function lookAtGuards({ node, parent }: NodePath<t.ObjectExpression>, file: File): void {
  if (!t.isVariableDeclarator(parent)) return
  for (const property of node.properties) {
    const name = nameOf(property)
    if (name !== undefined && guards.has(name))
      file.look(
        lineOf(property),
        `\`${name}\` of a tool's options is \`${places[name]?.join('.')}\` now`,
      )
  }
}

/** Tells of options in an object that is spread, such as `...(condition && { preview })`. */
function lookInto(spread: t.SpreadElement, file: File): void {
  t.traverseFast(spread.argument, (inner) => {
    if (!t.isObjectProperty(inner) || t.isSpreadElement(inner)) return
    const name = nameOf(inner)
    const place = name === undefined ? undefined : places[name]
    if (place) file.look(lineOf(inner), `\`${name}\` is \`${place.join('.')}\` of a tool now`)
  })
}

/** Tells of an `onResume` whose words are not in the object itself. */
function lookAtWords(property: Property, file: File): void {
  if (nameOf(property) !== 'onResume' || !t.isObjectProperty(property)) return
  if (!t.isStringLiteral(property.value))
    file.look(lineOf(property), "The words of `resume.how` are 'never', 'ask' and 'again'")
}

/** Returns the text of a tool's options with their groups. All else stays as it was written. */
function toGrouped(
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

if (import.meta.main) {
  const [folder] = argv.slice(2)
  if (folder === undefined) {
    console.error('Give the folder whose code is to be changed: node scripts/codemod.ts DIR')
    exit(1)
  }
  main(folder)
}
