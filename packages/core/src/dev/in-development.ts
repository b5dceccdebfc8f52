// The reasons: decisions/0060.
import { AgentError } from '../errors/agent-error.ts'
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
