import { misuse } from './misuse.ts'
import { optionGroups, type OptionKind, optionNames } from './names.ts'

/**
 * Throws `AgentError` for a member of options, or of one of their groups, that does not exist: a
 * guard of another name would guard nothing. One that is undefined counts as left out.
 */
export function checkNames(kind: OptionKind, given: object): void {
  const check = (names: string, group: unknown, path: string): void => {
    // A group may have a short form, such as a number.
    if (typeof group !== 'object' || group === null) return
    const known = names.split(' ')
    for (const [name, value] of Object.entries(group) as [string, unknown][]) {
      if (value === undefined) continue
      if (!known.includes(name)) throw misuse('unknownOption', [name, kind, path, given])
      const inner = optionGroups[kind][path + name]
      if (inner) check(inner, value, `${path + name}.`)
    }
  }
  check(optionNames[kind], given, '')
}
