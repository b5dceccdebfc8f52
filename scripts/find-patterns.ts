import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** One regular expression of the source. */
export interface Pattern {
  /** The file, from the root of the repository. */
  readonly file: string
  readonly source: string
  readonly flags: string
  /** Whether the code looks for every match of a text, not for the first one alone. */
  readonly isRepeated: boolean
}

/** The regular expressions in the source of all packages, tests left out. */
export interface Found {
  readonly patterns: readonly Pattern[]
  /** The files that build a regular expression of a text, with `RegExp`. */
  readonly builders: readonly string[]
}

interface Node {
  readonly type: string
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: {
    readonly name?: string
    readonly property?: { readonly name?: string }
  }
}

/** Finds every regular expression of the packages. */
export function findPatterns(): Found {
  const patterns: Pattern[] = []
  const builders = new Set<string>()
  const files = globSync('packages/*/src/**/*.{ts,tsx}', { exclude: ['**/*.{test,test-d}.*'] })
  for (const file of files.map((path) => path.replaceAll('\\', '/')).toSorted()) {
    const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
    if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
    const visit = (node: unknown, parent: Node | undefined): void => {
      if (typeof node !== 'object' || node === null) return
      if (Array.isArray(node)) return node.forEach((item) => visit(item, parent))
      const { regex, callee, ...rest } = node as Node
      if (regex) {
        const isRepeated = regex.flags.includes('g') || parent?.callee?.property?.name === 'split'
        patterns.push({ file, source: regex.pattern, flags: regex.flags, isRepeated })
      } else {
        if (callee?.name === 'RegExp') builders.add(file)
        const here = { ...rest, ...(callee && { callee }) }
        for (const part of Object.values(here)) visit(part, here)
      }
    }
    visit(program, undefined)
  }
  return { patterns, builders: [...builders] }
}
