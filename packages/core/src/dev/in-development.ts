// The reasons: decisions/0060.
import { AgentError } from '../errors/agent-error.ts'
import { misuse } from '../options/misuse.ts'
import { checks } from './checks.ts'
import type { OptionNames } from '../options/names.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

type Checks = typeof checks

/**
 * Runs a check or a hint of `checks.ts`, in development only. Throws the `AgentError` of a check.
 * Nothing else that a check throws gets out, so that a hint never ends anything.
 */
export function inDevelopment<Name extends keyof Checks>(
  name: Name,
  ...given: Parameters<Checks[Name]>
): void {
  try {
    // Bundlers replace this value, and leave all checks out of production.
    if (process.env.NODE_ENV !== 'production') {
      ;(checks[name] as (...given: unknown[]) => void)(...given)
    }
  } catch (error) {
    // A page without a bundler has no `process`.
    if (AgentError.is(error)) throw error
  }
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

/**
 * Checks the members of what is data and not options, in development only. Warns in the console,
 * once for each, of a member that does not exist, with the one that is meant. Throws as
 * `checkOptions` for values, and has the same `known`.
 */
export function checkMembers<Data extends object>(
  owner: string,
  given: Data,
  known: OptionNames<NoInfer<Data>>,
): void {
  inDevelopment('members', owner, given, known)
}
