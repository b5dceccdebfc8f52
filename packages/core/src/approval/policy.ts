import type { JSONSchema7 } from '@ai-sdk/provider'
import type { Duration } from '../environment.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { misuse } from '../options/misuse.ts'
import { checkFunction, checkWord, parseDuration } from '../options/values.ts'
import type { OutsideSource } from '../tools/context.ts'
import type { Effect } from '../tools/effects.ts'
import type { ScopeRegistry } from '../tools/registry.ts'

/** The calls to ask about: no calls of its own, all calls, or the calls of the named tools. */
type Policy = 'none' | 'all' | readonly string[]

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
  throw misuse('policyName', [name, known])
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
   * The calls that need an approval. Default `none`. A tool's own `approval` wins over
   * this.
   *
   * - `all`: every call. - names: the calls of these tools. - `none`: only calls for which the
   * tool's `approval`, its effect or taint asks for one.
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
    throw misuse('policy', [policy])
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

/** The options of an approval. */
export interface ApproveOptions {
  /**
   * The arguments to run the call with instead. They are validated, and the call is denied if they
   * are not valid. The model is told of the change.
   */
  readonly args?: JsonObject | undefined
  /**
   * The time for which nobody is asked again about this tool in this conversation; `true` is an
   * hour. With a `rememberKey`, only for calls with the same key. Counts only if `canRemember` is
   * true, and only until the tool's description, schema or effect changes.
   */
  readonly remember?: boolean | Duration | undefined
}

/** The decision of an approver. `true` approves and `false` denies. */
export type ApprovalDecision =
  | boolean
  | ({ readonly decision: 'approve' } & ApproveOptions)
  | { readonly decision: 'deny'; readonly comment?: string | undefined }

/**
 * The reason for asking a person.
 *
 * - `taint`: the model had read third-party text, and the call sends or destroys something.
 * - `tool`: the tool's `approval`.
 * - `policy`: the agent's policy.
 * - `effect`: the call is destructive.
 * - `resume`: the call was started before its page ended, and may have run. This comes before all
 *   others.
 */
export type ApprovalCause = 'taint' | 'tool' | 'policy' | 'effect' | 'resume'

/**
 * One call that waits for a person. The object is frozen, and an approval covers exactly its call.
 */
export interface ApprovalRequest {
  /** The id of the request, for `approve` and `deny`. */
  readonly id: string
  /**
   * The id of the request that was allowed before this one. Its preview was another one by then, so
   * that answer counts for nothing. Absent if nothing changed.
   */
  readonly replaces?: string | undefined
  readonly callId: string
  readonly runId: string
  readonly sessionId: string
  readonly tool: string
  /** The tool's title, for people. */
  readonly title: string
  /** The name of the row or card that the call is for. Absent if the tool names none. */
  readonly label?: string | undefined
  /** The label of the scope the tool is registered in. */
  readonly scope: string
  /** The arguments as the model gave them. */
  readonly args: JsonObject
  /**
   * Those of `args` that the schema does not name and the tool does not get. The names are the
   * model's own words. Absent if there are none.
   */
  readonly ignored?: JsonObject | undefined
  /**
   * The value for the handler, as JSON. Absent if it equals `args`. The schema may add defaults,
   * leave out arguments, or make a date of text.
   */
  readonly parsed?: JsonValue | undefined
  /** The JSON schema of the tool's parameters. */
  readonly parameters: JSONSchema7
  /** SHA-256 of the canonical arguments, 64 hex digits. */
  readonly argsHash: string
  readonly effect: Effect
  readonly cause: ApprovalCause
  /**
   * The kind of a caller from outside of the page that asks, itself or through a tool that it
   * called, such as `webmcp`. Absent if the model or the page itself asks.
   */
  readonly source?: OutsideSource | undefined
  /**
   * The third-party text that the model had read when it asked for the call, described in words.
   * Absent if there was none.
   */
  readonly taint?: string | undefined
  /** The result of the tool's `approval.preview`, as JSON. */
  readonly preview?: JsonValue | undefined
  /** The reason why the tool's `approval.preview` gave no result. */
  readonly previewError?: string | undefined
  /** True if `remember` may be given. */
  readonly canRemember: boolean
  /**
   * The calls that a remembered approval would be for: the result of the tool's
   * `approval.remember`. Absent if it would be for every call of the tool in this conversation.
   */
  readonly rememberKey?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly requestedAt: number
  /** The time after which no approval counts, in milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

/**
 * A tool about which a person need not be asked again in one conversation. It is kept in memory
 * only: a reload asks again. It covers calls of the model alone, and no call that is asked about
 * because of third-party text or a reload.
 */
export interface RememberedApproval {
  readonly id: string
  readonly tool: string
  /** The tool's title, for people. */
  readonly title: string
  /** The name of the scope the tool is registered in. */
  readonly scope: string
  /** The id of the conversation. */
  readonly sessionId: string
  /** The result of the tool's `approval.remember`: only calls with this key are covered. */
  readonly key?: string | undefined
  /** The user who approved, if the run has a `userId`. */
  readonly userId?: string | undefined
  /**
   * SHA-256 of what identifies the tool, such as its description, schema and effect. A person is
   * asked again about another tool of the same name.
   */
  readonly toolHash: string
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

/** The party that answers at the page: a person, or a developer by the devtools. */
export type ApprovalAnswerer = 'person' | 'devtools'

/** The end of a request, known when the call is about to run or is refused. */
export interface ApprovalOutcome {
  readonly decision: 'approved' | 'denied'
  /**
   * The person or thing that decided. `nobody`: there was no approver. `changed`: the call was
   * allowed, but the tool or the call changed before it ran.
   */
  readonly by:
    | ApprovalAnswerer
    | 'onApproval'
    | 'remembered'
    | 'timeout'
    | 'nobody'
    | 'cancelled'
    | 'changed'
  /** The approved arguments, changed or not, with which the call runs. */
  readonly args?: JsonObject | undefined
  /** The arguments that the model gave, if a person changed them, also before a reload. */
  readonly original?: JsonObject | undefined
  /** SHA-256 of the canonical `args`. */
  readonly argsHash?: string | undefined
  /** The reason for a denial. */
  readonly reason?: string | undefined
  /** The remembered approval that was made. With `by: 'remembered'`, the one that covers it. */
  readonly remembered?:
    | {
        readonly id: string
        readonly key?: string | undefined
        /** The end of the remembered approval, in milliseconds since the Unix epoch. */
        readonly until: number
      }
    | undefined
}
