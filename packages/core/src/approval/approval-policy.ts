import { AgentError } from '../errors/agent-error.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'
import { checkFunction, checkWord } from '../options/check-values.ts'
import type { Duration } from '../clock.ts'
import { parseDuration } from '../options/retry.ts'
import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'

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

/** Who decides when no person is at the page. */
export type OnApproval = (
  request: ApprovalRequest,
  at: {
    /** Aborts when the request has ended without this answer. */
    readonly signal: AbortSignal
  },
) => ApprovalDecision | undefined | void | Promise<ApprovalDecision | undefined | void>

/** When a person is asked before a call runs, and what happens when nobody answers. */
export interface ApprovalOptions {
  /**
   * `all`: before every call; names: before calls of these tools; `none`: only where the tool's `requiresApproval`, its effect or taint asks. A tool's own `requiresApproval` wins over
   * this. Default `none`. A name that no tool has is an error: of `createAgent` when that is given the agent's tools, else, as tools come and go with the page, a warning of
   * each run that starts without it.
   */
  readonly policy?: 'none' | 'all' | readonly string[] | undefined
  /** Asked for each request. Returning nothing leaves it to who is attached to `agent.approvals`; a throw denies. */
  readonly onApproval?: OnApproval | undefined
  /** How long a request waits. Default `'5m'`. */
  readonly timeout?: Duration | undefined
  /**
   * What the end of that time means. `approve` is refused, and denies, for destructive calls and for any the model asked for with third-party text before it. `throw` ends the run
   * with `TimeoutError`. Default `deny`.
   */
  readonly timeoutAction?: 'deny' | 'approve' | 'throw' | undefined
}

/** Made by {@link approvals}. */
export interface ApprovalPolicy {
  readonly policy: 'none' | 'all' | readonly string[]
  readonly onApproval?: OnApproval | undefined
  readonly timeoutMs: number
  readonly timeoutAction: 'deny' | 'approve' | 'throw'
  /** Throws `AgentError` when the policy names none of an agent's tools. */
  readonly check: (scopes: ScopeRegistry) => void
}

/**
 * The agent's `approval`. Throws `AgentError` naming the option that is wrong.
 *
 * @example
 * createAgent({ model, approval: approvals({ policy: ['send_mail'], timeout: '2m' }) })
 */
export function approvals(options: ApprovalOptions = {}): ApprovalPolicy {
  const { policy = 'none', onApproval, timeout = '5m', timeoutAction = 'deny' } = options
  if (policy !== 'none' && policy !== 'all' && !isNames(policy)) {
    throw new AgentError(
      `\`policy\` is ${JSON.stringify(policy)}. Give 'none', 'all' or the names of tools.`,
    )
  }
  checkWord('timeoutAction', timeoutAction, ['deny', 'approve', 'throw'], 'approvals')
  if (onApproval !== undefined) checkFunction('onApproval', onApproval, 'approvals')
  const named = typeof policy === 'string' ? policy : Object.freeze([...policy])
  return Object.freeze({
    policy: named,
    onApproval,
    timeoutMs: parseDuration(timeout, 'timeout'),
    timeoutAction,
    check: (scopes: ScopeRegistry) => checkPolicy(named, scopes),
  })
}

const isNames = (policy: unknown): policy is readonly string[] =>
  Array.isArray(policy) && policy.every((name) => typeof name === 'string')

/** What holds for an agent without `approval`: what the tools themselves ask for, and five minutes. */
export const defaultPolicy: ApprovalPolicy = {
  policy: 'none',
  timeoutMs: 300_000,
  timeoutAction: 'deny',
  check: () => undefined,
}
