import { inDevelopment } from '../dev/in-development.ts'
import { misuse } from './misuse.ts'
import type { OptionNames } from './names.ts'

// Apart from `checkNames`: bundlers that split files would load its table with each function.

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
