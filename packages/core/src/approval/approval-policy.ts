import { AgentError } from '../errors/agent-error.ts'
import type { ScopeRegistry } from '../tools/scope-registry.ts'
import { checkFunction, checkWord } from '../options/check-values.ts'
import type { Duration } from '../clock.ts'
import { parseDuration } from '../options/retry.ts'
import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'

/** The calls to ask about: no calls of its own, all calls, or the calls of the named tools. */
export type Policy = 'none' | 'all' | readonly string[]

/**
 * Throws `AgentError` if a policy names a tool that the agent does not have. A misspelt name would
 * mean a tool that nobody is asked about. An agent without tools is not checked: it gets them later
 * from the page, and its runs warn.
 */
function checkPolicy(policy: Policy, scopes: ScopeRegistry): void {
  if (scopes.tools.length === 0) return
  const [name] = unknownNames(policy, (tool) => scopes.find(tool) !== undefined)
  if (name === undefined) return
  const known = scopes.tools.map(({ tool }) => tool.name).join(', ')
  throw new AgentError(
    `The approval \`policy\` names "${name}", which is none of the agent's tools (${known}), so nobody would be asked about the tool that was meant. Correct the name. For a tool that a component registers later, set \`requiresApproval: true\` on the tool.`,
  )
}

/** Returns the names of a policy that no tool has. */
export const unknownNames = (policy: Policy, has: (tool: string) => boolean): readonly string[] =>
  typeof policy === 'string' ? [] : policy.filter((name) => !has(name))

/** The function that decides on requests, for pages without a person. */
export type OnApproval = (
  request: ApprovalRequest,
  at: {
    /** The signal that aborts when the request has ended without this answer. */
    readonly signal: AbortSignal
  },
) => ApprovalDecision | undefined | void | Promise<ApprovalDecision | undefined | void>

/** The options of {@link approvals}: which calls wait for a person, and for how long. */
export interface ApprovalOptions {
  /**
   * The calls that need an approval. Default `none`. A tool's own `requiresApproval` wins over
   * this.
   *
   * - `all`: every call. - names: the calls of these tools. - `none`: only calls for which the
   * tool's `requiresApproval`, its effect or taint asks for one.
   *
   * `createAgent` throws for a name that no tool has, if it was given tools. Otherwise each run
   * that starts without that tool warns, because the tool may mount later.
   */
  readonly policy?: 'none' | 'all' | readonly string[] | undefined
  /**
   * Decides on each request. Returning nothing leaves the decision to the approver that is attached
   * to `agent.approvals`. A throw denies the call.
   */
  readonly onApproval?: OnApproval | undefined
  /** The time a request waits for an answer. Default `'5m'`. */
  readonly timeout?: Duration | undefined
  /**
   * The action when that time is over. Default `deny`. `throw` ends the run with `TimeoutError`.
   * `approve` still denies destructive calls, calls that may have run before a reload, and calls
   * the model asked for after it had read third-party text. With `approve`, a denial counts
   * however late it comes.
   */
  readonly timeoutAction?: 'deny' | 'approve' | 'throw' | undefined
}

/** The checked options of an agent's approvals, made by {@link approvals}. */
export interface ApprovalPolicy {
  readonly policy: 'none' | 'all' | readonly string[]
  readonly onApproval?: OnApproval | undefined
  readonly timeoutMs: number
  readonly timeoutAction: 'deny' | 'approve' | 'throw'
  /** Throws `AgentError` if the policy names a tool that the agent does not have. */
  readonly check: (scopes: ScopeRegistry) => void
}

/**
 * Returns the value for the agent's option `approval`. Throws `AgentError` that names a wrong
 * option.
 *
 * @example
 * createAgent({ model, approval: approvals({ policy: ['send_mail'], timeout: '2m' }) })
 */
export function approvals(options: ApprovalOptions = {}): ApprovalPolicy {
  const { policy = 'none', onApproval, timeout = '5m', timeoutAction = 'deny' } = options
  if (policy !== 'none' && policy !== 'all' && !isNames(policy)) {
    throw new AgentError(
      `\`policy\` is ${JSON.stringify(policy)}, which names no calls to ask about. Give 'none', 'all' or the names of tools.`,
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

/**
 * The policy of an agent without `approval`: only the tools ask for approvals, and a request waits
 * five minutes.
 */
export const defaultPolicy: ApprovalPolicy = {
  policy: 'none',
  timeoutMs: 300_000,
  timeoutAction: 'deny',
  check: () => undefined,
}
