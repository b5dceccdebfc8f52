import { AgentError } from '../errors/agent-error.ts'
import type { ScopeRegistry } from '../stores/scope-registry.ts'

/** What a policy may be. */
export type Policy = 'none' | 'all' | readonly string[]

/**
 * Throws `AgentError` when a policy names a tool that an agent made with its tools does not have: a slip there would be a tool that nobody is asked about. An agent made
 * without any gets them from the page, later; its runs warn.
 */
export function checkPolicy(policy: Policy, scopes: ScopeRegistry): void {
  if (scopes.tools.length === 0) return
  const [name] = unknownNames(policy, (tool) => scopes.find(tool) !== undefined)
  if (name === undefined) return
  const known = scopes.tools.map(({ tool }) => tool.name).join(', ')
  throw new AgentError(
    `The approval \`policy\` names "${name}", which is none of the agent's tools (${known}), so nobody would be asked. Correct the name; a tool that a component registers later says \`requiresApproval: true\` itself.`,
  )
}

/** The names of a policy that no tool has. */
export const unknownNames = (policy: Policy, has: (tool: string) => boolean): readonly string[] =>
  typeof policy === 'string' ? [] : policy.filter((name) => !has(name))
