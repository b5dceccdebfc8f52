import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { type NodePath, parseSync, traverse, types as t } from '@babel/core'

/**
 * Moves the code of an application from the surface of 0.1 to that of 0.2: `node scripts/codemod.ts
 * DIR`. Changes files in place: TypeScript, JavaScript, and the code blocks of Markdown. Prints each
 * file that it changed, and each place that a person has to look at.
 */
function main(folder: string): void {
  let changed = 0
  for (const file of filesIn(folder)) {
    const before = readFileSync(file, 'utf8')
    const after = file.endsWith('.md') ? changeMarkdown(before, file) : changeCode(before, file)
    if (after === before) continue
    writeFileSync(file, after)
    changed++
    console.log(`changed ${file}`)
  }
  console.log(`${changed} files changed`)
}

const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', '.reports'])

/** Returns the files below a folder that may have code. A file is itself. */
function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return /\.(m?[jt]sx?|md)$/.test(path) ? [path] : []
  return readdirSync(path)
    .filter((name) => !skipped.has(name))
    .flatMap((name) => filesIn(join(path, name)))
}

/** Changes the code blocks of a page. A block that does not parse stays as it is. */
const changeMarkdown = (text: string, file: string): string =>
  text.replaceAll(
    /(^|\n)( *)(```(?:tsx?|jsx?)[^\n]*\n)([\s\S]*?)(\n *```)/g,
    (all, start: string, indent: string, fence: string, code: string, end: string) => {
      try {
        return `${start}${indent}${fence}${changeCode(code, file)}${end}`
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

/** Returns a file's code on the new surface. Throws if it does not parse. */
export function changeCode(code: string, file: string): string {
  const ast = parseSync(code, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: {
      plugins: file.endsWith('.ts') ? ['typescript'] : ['typescript', 'jsx'],
      errorRecovery: true,
    },
  })
  if (!ast) return code
  const edits: Edit[] = []
  /** Returns a part of the file with the edits inside of it. */
  const textOf = (start: number, end: number): string => {
    const inside = edits
      .filter((edit) => edit.start >= start && edit.end <= end)
      .filter((edit, _, all) => !all.some((other) => other !== edit && holds(other, edit)))
      .sort((a, b) => a.start - b.start)
    let text = ''
    let at = start
    for (const edit of inside) {
      text += code.slice(at, edit.start) + edit.toText()
      at = edit.end
    }
    return text + code.slice(at, end)
  }
  traverse(ast, {
    ObjectExpression(path) {
      const edit = isTool(path) ? groupTool(path.node, textOf, code) : undefined
      if (edit) edits.push(edit)
    },
  })
  return textOf(0, code.length)
}

const holds = (outer: Edit, inner: Edit): boolean =>
  outer.start <= inner.start &&
  outer.end >= inner.end &&
  outer.end - outer.start > inner.end - inner.start

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
const ofToolsOnly: ReadonlySet<string> = new Set([
  'onResume',
  'reconcile',
  'requiresApproval',
  'toModelOutput',
])

/** Whether an object has the options of a tool. */
function isTool({ node, parent, key }: NodePath<t.ObjectExpression>): boolean {
  // An expectation is not made of options.
  const isExpected =
    t.isCallExpression(parent) &&
    ((t.isIdentifier(parent.callee) && parent.callee.name === 'expect') ||
      (t.isMemberExpression(parent.callee) &&
        t.isIdentifier(parent.callee.property) &&
        parent.callee.property.name.startsWith('to')))
  // A tool of the AI SDK has names of its own.
  const isForeign =
    t.isCallExpression(parent) && t.isIdentifier(parent.callee) && parent.callee.name === 'tool'
  if (isExpected || isForeign) return false
  const names = node.properties.map(nameOf)
  if (names.some((name) => name !== undefined && ofToolsOnly.has(name))) return true
  const isMade =
    (t.isNewExpression(parent) || t.isCallExpression(parent)) &&
    key === 0 &&
    t.isIdentifier(parent.callee) &&
    toolMakers.has(parent.callee.name)
  return isMade || (names.includes('handler') && names.includes('description'))
}

/** Returns the name of a property; undefined for a spread or a computed one. */
function nameOf(property: t.ObjectExpression['properties'][number]): string | undefined {
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

const values: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: { "'silent'": 'true', "'feedback'": 'false' },
  onResume: { "'fail'": "'never'", "'rerun'": "'again'" },
}

/** Puts the options of a tool into their groups. Returns undefined if there is nothing to move. */
function groupTool(
  node: t.ObjectExpression,
  textOf: (start: number, end: number) => string,
  code: string,
): Edit | undefined {
  const moved = new Map<string, string[]>()
  const kept: { readonly group?: string; readonly text: string }[] = []
  for (const property of node.properties) {
    const name = nameOf(property)
    const place = name === undefined ? undefined : places[name]
    const start = Math.min(
      ...(property.leadingComments ?? []).map((c) => c.start ?? Infinity),
      property.start ?? 0,
    )
    const comment = code.slice(start, property.start ?? 0)
    if (!place || name === undefined) {
      kept.push({ text: comment + textOf(property.start ?? 0, property.end ?? 0) })
      continue
    }
    const [group, as] = place
    const [outer = group] = group.split('.')
    if (!kept.some((entry) => entry.group === outer)) kept.push({ group: outer, text: '' })
    moved.set(group, [
      ...(moved.get(group) ?? []),
      comment + rename(property, name, as, textOf, code),
    ])
  }
  if (moved.size === 0) return undefined
  const entries = kept.map(({ group, text }) => {
    if (group === undefined) return text
    const cost = moved.get(`${group}.cost`)
    const members = [...(moved.get(group) ?? []), ...(cost ? [`cost: { ${cost.join(', ')} }`] : [])]
    const [only = ''] = members
    // A rule that has only `when` is written as that alone.
    if (group === 'approval' && members.length === 1 && only.startsWith('when: '))
      return `approval: ${only.slice('when: '.length)}`
    return `${group}: { ${members.join(', ')} }`
  })
  const start = node.start ?? 0
  const end = node.end ?? 0
  const isLong = code.slice(start, end).includes('\n')
  const toText = (): string =>
    isLong ? `{\n${entries.join(',\n')},\n}` : `{ ${entries.join(', ')} }`
  return { start, end, toText }
}

/** Returns a property under its new name. */
function rename(
  property: t.ObjectExpression['properties'][number],
  name: string,
  as: string,
  textOf: (start: number, end: number) => string,
  code: string,
): string {
  if (t.isObjectMethod(property)) {
    return (
      as +
      code.slice(property.key.end ?? 0, property.body.start ?? 0) +
      textOf(property.body.start ?? 0, property.end ?? 0)
    )
  }
  if (!t.isObjectProperty(property)) return code.slice(property.start ?? 0, property.end ?? 0)
  if (property.shorthand) return as === name ? name : `${as}: ${name}`
  const value = textOf(property.value.start ?? 0, property.value.end ?? 0)
  if (name === 'sandbox' && t.isObjectExpression(property.value)) {
    return `${as}: ${value.replace(/\ballowNetwork\b/, 'network')}`
  }
  return `${as}: ${values[name]?.[value] ?? value}`
}

if (import.meta.main) {
  const [folder] = argv.slice(2)
  if (folder === undefined) {
    console.error('Give the folder whose code is to be changed: node scripts/codemod.ts DIR')
    exit(1)
  }
  main(folder)
}
