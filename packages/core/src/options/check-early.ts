import { AgentError } from '../errors/agent-error.ts'
import { checkDetails, hintUnknown, type OptionKind } from './details.ts'

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Checks the options of an agent, a call, a tool or a scope as soon as they are given, in
 * development. Throws `AgentError`, naming the option, for a wrong value. Warns in the console of
 * options that do not exist. In production, the engine checks the options of a run when it starts.
 */
export function checkEarly(kind: OptionKind, options: object): void {
  try {
    // Bundlers replace this value, and remove the checks for production.
    if (process.env.NODE_ENV !== 'production') {
      const { name } = Object(options) as { readonly name?: unknown }
      const isNamed = typeof name === 'string' && (kind === 'tool' || kind === 'scope')
      const owner = isNamed ? `${kind} "${name}"` : kind === 'agent' ? 'an agent' : `a ${kind}`
      checkDetails(kind, options, owner)
      hintUnknown(kind, options, owner)
    }
  } catch (error) {
    // A page without a bundler has no `process`.
    if (AgentError.isInstance(error)) throw error
  }
}
