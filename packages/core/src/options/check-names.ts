import { inDevelopment } from '../dev/in-development.ts'
import { misuse } from './misuse.ts'
import type { OptionKind, OptionNames, namesOfRuns } from './names.ts'
import { checkWord } from './values.ts'

/**
 * Throws `AgentError` for a member of options, or of one of their groups, that does not exist: a
 * guard of another name would guard nothing. Throws too for a value that is none of the words of
 * its option. One that is undefined counts as left out. `all` has the names: `namesOfRuns`, or
 * `namesOfTools`.
 */
export function checkNames(all: typeof namesOfRuns, kind: OptionKind, given: object): void {
  const check = (names: string, group: object, path: string): void => {
    const known = names.split(' ')
    for (const [name, value] of Object.entries(group) as [string, unknown][]) {
      if (value === undefined) continue
      // A loop, because each option of each tool comes here.
      let found: string[] | undefined
      for (const each of known) if (each.split('=', 1)[0] === name) found = each.split('=')
      if (!found) throw misuse('unknownOption', [name, kind, path, given])
      const at = path + name
      const inner = all[at]
      // A group may have a short form, such as a number.
      if (inner && typeof value === 'object' && value) check(inner, value, `${at}.`)
      else if (found.length > 1 && (at !== 'effect' || typeof value !== 'function'))
        checkWord(at, value, found.slice(1), kind, given)
    }
  }
  check(all[kind] ?? '', Object(given), '')
}

/**
 * Checks the options of a function. Throws `AgentError`, naming the option, for one that does not
 * exist, unless it is undefined, and for a value that is none of its words. In development also for
 * a value of another kind, and for options that are not an object.
 *
 * @param known All options, each with the names that it has elsewhere, with spaces between them.
 * The kinds of its values may follow: `:boolean`, or `!string` if it must be given; or all words
 * that it may be: `=light =dark`.
 */
export function checkOptions<Options extends object>(
  owner: string,
  given: Options,
  known: OptionNames<NoInfer<Options>>,
): void {
  const named = typeof given === 'object' ? (given ?? {}) : {}
  for (const [name, value] of Object.entries(named) as [string, unknown][]) {
    if (value === undefined) continue
    if (!Object.hasOwn(known, name)) throw misuse('unknownOption', [name, owner, known])
    const [, ...words] = known[name as keyof Options].split(/ ?=/)
    if (words.length > 0) checkWord(name, value === false ? 'false' : value, words, owner)
  }
  inDevelopment('kinds', owner, given, known)
}
