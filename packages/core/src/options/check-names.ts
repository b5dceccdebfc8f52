import { inDevelopment } from '../dev/in-development.ts'
import { misuse } from './misuse.ts'
import type { OptionKind, OptionNames, namesOfRuns } from './names.ts'

/**
 * Throws `AgentError` for a member of options, or of one of their groups, that does not exist: a
 * guard of another name would guard nothing. One that is undefined counts as left out. `all` has
 * the names: `namesOfRuns`, or `namesOfTools`.
 */
export function checkNames(all: typeof namesOfRuns, kind: OptionKind, given: object): void {
  const check = (names: string, group: unknown, path: string): void => {
    // A group may have a short form, such as a number.
    if (typeof group !== 'object' || group === null) return
    const known = names.split(' ')
    for (const [name, value] of Object.entries(group) as [string, unknown][]) {
      if (value === undefined) continue
      if (!known.includes(name)) throw misuse('unknownOption', [name, kind, path, given])
      const inner = all[path + name]
      if (inner) check(inner, value, `${path + name}.`)
    }
  }
  check(all[kind] ?? '', given, '')
}

/**
 * Checks the options of a function. Throws `AgentError`, naming the option, for one that does not
 * exist, unless it is undefined. In development also for a value of another kind, and for options
 * that are not an object.
 *
 * @param known All options, each with the names that it has elsewhere, with spaces between them.
 * The kinds of its values may follow: `:boolean`, or `!string` if it must be given.
 */
export function checkOptions<Options extends object>(
  owner: string,
  given: Options,
  known: OptionNames<NoInfer<Options>>,
): void {
  const named = typeof given === 'object' ? (given ?? {}) : {}
  for (const [name, value] of Object.entries(named) as [string, unknown][]) {
    if (value === undefined || Object.hasOwn(known, name)) continue
    throw misuse('unknownOption', [name, owner, known])
  }
  inDevelopment('kinds', owner, given, known)
}
