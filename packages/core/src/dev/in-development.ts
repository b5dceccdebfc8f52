// The reasons: decisions/0060.
import { AgentError } from '../errors/agent-error.ts'
import { checks } from './checks.ts'
import type { OptionNames } from './option-names.ts'

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
 * Checks the options of a function, in development only. Warns in the console, once for each, of an
 * option that does not exist, with the one that is meant. Throws `AgentError`, naming the option,
 * for a value of another kind, and for options that are not an object.
 *
 * @param known All options, each with the names that it has elsewhere, with spaces between them.
 * The kinds of its values may follow: `:boolean`, or `!string` if it must be given.
 */
export function checkOptions<Options extends object>(
  owner: string,
  given: Options,
  known: OptionNames<NoInfer<Options>>,
): void {
  inDevelopment('names', owner, given, known)
}
