import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { argv, exit } from 'node:process'
import { type NodePath, traverse, type types as t } from '@babel/core'
import { agentLooks, agentRules, factories, removeFactories } from './codemod-agent.ts'
import { callRules } from './codemod-call.ts'
import { groupProps, isOldPart, takeParts } from './codemod-chat.ts'
import { contextLooks, contextRules, renameMembers } from './codemod-context.ts'
import { changeErrors, isOldError } from './codemod-errors.ts'
import { eventRules } from './codemod-events.ts'
import { File, type Look, parse } from './codemod-file.ts'
import { Imports } from './codemod-imports.ts'
import { Known } from './codemod-known.ts'
import { movePackages } from './codemod-packages.ts'
import { pendingRules } from './codemod-pending.ts'
import { pluginRules } from './codemod-plugins.ts'
import { isOldOfProxy, moveNames, proxyRules } from './codemod-proxy.ts'
import { changeReact } from './codemod-react.ts'
import { changeHooks, storeRules } from './codemod-stores.ts'
import { toolLooks, toolRules } from './codemod-tool.ts'

/**
 * Moves the code of an application from the surface of 0.1 to that of 0.2: `node scripts/codemod.ts
 * DIR`. Changes files in place: TypeScript, JavaScript, and the code blocks of Markdown. Then it
 * moves the imports, and the dependencies of a `package.json`, to the package `ambit`. Prints each
 * file that it changed, and each place that a user has to look at. It changes only what is
 * visibly Ambit's: what a file imports from it, and what comes from that. A second run changes
 * nothing.
 */
function main(folder: string): void {
  let changed = 0
  for (const file of filesIn(folder)) {
    const before = readFileSync(file, 'utf8')
    const look: Look = (line, why) => console.log(`look at ${file}:${line}: ${why}`)
    let after = before
    try {
      after = movePackages(changeFile(before, file, look), file, look)
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

function changeFile(text: string, file: string, look: Look): string {
  if (file.endsWith('.md')) return changeMarkdown(text, look)
  return isCode.test(file) ? changeCode(text, resolve(file), look) : text
}

const isCode = /\.[cm]?[jt]sx?$/

/** What is changed beside code: pages, styles and the dependencies of a manifest. */
const isOther = /(?:\.(?:md|css|html)|(?:^|\/)package\.json)$/

const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', '.reports'])

/** Returns the files below a folder that may change. A file is itself. */
function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return isCode.test(path) || isOther.test(path) ? [path] : []
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

/**
 * Returns a file's code on the new surface. If that would not parse, the code stays as it is: a
 * comment can stand where no rule expects one. Throws if the code itself does not parse.
 *
 * @param name - The path of the file. With an absolute one, agents that it imports from its
 * neighbours are known too.
 */
export function changeCode(code: string, name: string, look: Look): string {
  const moved = changeBy(changeProgram, code, name, look)
  const changed = parses(moved, name) ? changeBy(gatherAll, moved, name, look) : moved
  if (changed === code || parses(changed, name)) return changed
  look(1, 'Its comments or commas stand in the way, so it stays as it is')
  return code
}

function parses(code: string, name: string): boolean {
  try {
    parse(code, name)
    return true
  } catch {
    return false
  }
}

/** Returns code with the edits that `find` finds, and tells of what it looks at. */
function changeBy(
  find: (program: NodePath<t.Program>, name: string, file: File) => void,
  code: string,
  name: string,
  look: Look,
): string {
  const file = new File(code)
  traverse(parse(code, name, true), {
    Program: (path) => {
      find(path, name, file)
      path.stop()
    },
  })
  const changed = file.text(0, code.length)
  for (const [line, why] of file.looks) look(line, why)
  return changed
}

/** Finds the options that are plug-ins now, once their values are those of today. */
function gatherAll(program: NodePath<t.Program>, name: string, file: File): void {
  const imports = new Imports(program, file)
  if (!imports.isOfAmbit && !/agent/i.test(file.code)) return
  program.traverse(pluginRules(file, new Known(program, imports, name)))
}

/** Finds all that moved: options, props, errors and names. */
function changeProgram(program: NodePath<t.Program>, name: string, file: File): void {
  const imports = new Imports(program, file)
  const known = new Known(program, imports, name)
  // A file without Ambit is of something else, unless it has an agent of its neighbours.
  if (!imports.isOfAmbit && !/agent/i.test(file.code)) return
  if (imports.isOfAmbit) {
    imports.lookAtWhole()
    imports.lookAtExports(
      (name) => [isOldError, isOldOfProxy, isOldPart].some((is) => is(name)) || factories.has(name),
    )
    changeErrors(imports, file)
    changeReact(program, known, file)
    changeHooks(program, imports, file)
    moveNames(imports, file)
    takeParts(imports, file)
    program.traverse(toolRules(file, known))
    program.traverse(contextRules(file, known))
    renameMembers(file, known)
    program.traverse(proxyRules(file, known))
    program.traverse({ JSXOpeningElement: (path) => groupProps(path, imports, file) })
  }
  program.traverse(eventRules(file, known))
  program.traverse(callRules(file, known))
  program.traverse(pendingRules(file, known))
  program.traverse(storeRules(file, known))
  program.traverse(agentRules(file, known))
  if (imports.isOfAmbit) {
    removeFactories(file, known)
    program.traverse(toolLooks(file, known))
    program.traverse(contextLooks(file, known))
    program.traverse(agentLooks(file, known))
  }
  imports.write()
}

if (import.meta.main) {
  const [folder] = argv.slice(2)
  if (folder === undefined) {
    console.error('Give the folder whose code is to be changed: node scripts/codemod.ts DIR')
    exit(1)
  }
  main(folder)
}
