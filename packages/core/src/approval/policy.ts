// The reasons: decisions/0017.
import type { JSONSchema7 } from '@ai-sdk/provider'
import type { Duration } from '../environment.ts'
import type { ValidationIssue } from '../errors/errors.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'
import { misuse } from '../options/misuse.ts'
import { checkFunctions, parseDuration } from '../options/values.ts'
import type { OutsideSource } from '../tools/context.ts'
import type { Effect } from '../tools/effects.ts'
import type { ScopeRegistry } from '../tools/registry.ts'

/** The function that decides on requests, for pages without a user. */
export type DecideApproval = (
  request: PendingApproval,
  at: {
    /** The signal that aborts when the request has ended without this answer. */
    readonly signal: AbortSignal
  },
) => ApprovalDecision | undefined | void | Promise<ApprovalDecision | undefined | void>

/** The option `approval` of an agent: which calls wait for a user, and for how long. */
export interface ApprovalOptions {
  /**
   * The calls that need an approval. A tool's own `approval` wins over this. Third-party text
   * always asks about calls that send or destroy. Default `destructive`.
   *
   * - `all`: every call
   * - names: the calls of these tools, and destructive calls
   * - `destructive`: calls of tools with that effect
   * - `none`: nothing more than `destructive`, for those who want to say so
   *
   * `createAgent` throws for a name that no tool has, if it was given tools. Otherwise each run
   * that starts without that tool warns, because the tool may mount later.
   */
  readonly ask?: 'destructive' | 'all' | 'none' | readonly string[] | undefined
  /**
   * Decides on each request, apart from those about a call that was changed. Returning
   * nothing leaves the decision to the approver that is attached to `agent.pending`. A throw denies
   * the call.
   */
  readonly decide?: DecideApproval | undefined
  /** The time a request waits for an answer. Default `'5m'`. */
  readonly timeout?: Duration | undefined
  /**
   * The action when that time is over. Default `deny`. `throw` ends the run with `TimeoutError`.
   * `approve` still denies destructive calls, and those that a user has changed. So it does calls
   * that may have run before a reload, and calls the model asked for after it had read third-party
   * text. With `approve`, a denial counts however late it comes.
   */
  readonly onTimeout?: 'deny' | 'approve' | 'throw' | undefined
}

/** The option `approval` of a run, with its defaults. */
export interface ApprovalPolicy {
  /** Whether the agent has the option. */
  readonly isGiven: boolean
  readonly asksAll: boolean
  /** The names of tools whose calls need an approval. */
  readonly names: readonly string[]
  readonly decide?: DecideApproval | undefined
  readonly timeoutMs: number
  readonly onTimeout: 'deny' | 'approve' | 'throw'
}

/**
 * Reads the option `approval`. Throws `AgentError` that names a wrong option, also in production: a
 * call could run that nobody was asked about.
 */
export function toApprovalPolicy(options: ApprovalOptions | undefined): ApprovalPolicy {
  const { ask = 'destructive', decide, timeout = '5m', onTimeout = 'deny' } = options ?? {}
  if (!isNames(ask) && !askWords.has(ask)) throw misuse('ask', [ask])
  checkFunctions('an agent', { 'approval.decide': decide })
  return {
    isGiven: options !== undefined,
    asksAll: ask === 'all',
    names: isNames(ask) ? ask : [],
    decide,
    timeoutMs: parseDuration(timeout, 'approval.timeout'),
    onTimeout,
  }
}

const askWords: ReadonlySet<unknown> = new Set(['destructive', 'all', 'none'])

const isNames = (ask: unknown): ask is readonly string[] =>
  Array.isArray(ask) && ask.every((name) => typeof name === 'string')

/**
 * Throws `AgentError` if `approval.ask` names a tool that the agent does not have. A misspelt name
 * would mean a tool that nobody is asked about. An agent without tools is not checked: it gets them
 * later from the page, and its runs warn.
 */
export function checkAskedNames(options: ApprovalOptions | undefined, scopes: ScopeRegistry): void {
  if (scopes.tools.length === 0 || typeof options?.ask !== 'object') return
  const name = options.ask.find((asked) => scopes.find(asked) === undefined)
  if (name === undefined) return
  const known = scopes.tools.map(({ tool }) => tool.name).join(', ')
  throw misuse('askName', [name, known])
}

/** The options of an approval. */
export interface ApproveOptions {
  /**
   * The arguments to run the call with instead. If they are not valid, or if the preview is another
   * one with them, another request `replaces` this one. `approval.decide` is not asked again, and
   * arguments of it that are not valid deny the call. The model is told of the change.
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
 * The reason for asking a user.
 *
 * - `taint`: the model had read third-party text, and the call sends or destroys something.
 * - `tool`: the tool's `approval`.
 * - `policy`: the agent's `approval.ask`.
 * - `effect`: the call is destructive.
 * - `resume`: the call was started before its page ended, and may have run. This comes before all
 *   others.
 */
export type ApprovalCause = 'taint' | 'tool' | 'policy' | 'effect' | 'resume'

/**
 * One call that waits for a user. The object is frozen, and an approval covers exactly its call.
 */
export interface PendingApproval {
  readonly kind: 'approval'
  /** The id of the request, for `approve` and `deny`. */
  readonly id: string
  /**
   * The id of the request that was allowed before this one. That answer counts for nothing: the
   * preview is another one now, or the user's arguments do not fit. Absent for a first request.
   */
  readonly replaces?: string | undefined
  /**
   * The arguments that the user had put into the request before, and that are not in this one.
   * Absent if there were none.
   */
  readonly dropped?: JsonObject | undefined
  /** What is wrong with `dropped`. The messages are for developers. Absent if nothing is. */
  readonly issues?: readonly ValidationIssue[] | undefined
  readonly callId: string
  readonly runId: string
  readonly sessionId: string
  /** The name of the agent that asks inside a call of the chat. Absent if the chat itself asks. */
  readonly agent?: string | undefined
  readonly tool: string
  /** The tool's title, for people. */
  readonly title: string
  /**
   * The sentence of a tool whose `title` is a function, of the arguments and the preview. Absent
   * without one, and if there is a `previewError`.
   */
  readonly sentence?: string | undefined
  /** The name of the row or card that the call is for. Absent if the tool names none. */
  readonly label?: string | undefined
  /** The label of the scope the tool is registered in. */
  readonly scope: string
  /**
   * The arguments that the handler gets, as JSON: with the schema's defaults, and without what it
   * drops. A schema that makes something other than an object has it as `value`.
   */
  readonly args: JsonObject
  /**
   * The arguments in the model's own words, before plug-ins and the schema. Absent if they equal
   * `args`.
   */
  readonly asked?: JsonObject | undefined
  /** The arguments as the user, or `decide`, changed them, before the schema. Else absent. */
  readonly edited?: JsonObject | undefined
  /**
   * Those of the words that the schema does not name and the tool does not get, by their path, such
   * as `orders.1.note`. The model made up their names. Absent if there are none.
   */
  readonly ignored?: JsonObject | undefined
  /** The JSON schema of the tool's parameters. */
  readonly parameters: JSONSchema7
  /** SHA-256 of the canonical arguments before the schema, 64 hex digits. */
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
  /** What happens then if nobody has answered. Absent if the call is denied. */
  readonly onTimeout?: 'approve' | 'throw' | undefined
}

/**
 * A tool about which a user need not be asked again in one conversation. It is kept in memory
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
  /** The effect of the call: only calls with this effect are covered. */
  readonly effect: Effect
  /** The user who approved, if the run has a `user.id`. */
  readonly userId?: string | undefined
  /**
   * SHA-256 of what identifies the tool, such as its description, schema and effect. A user is
   * asked again about another tool of the same name.
   */
  readonly toolHash: string
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

/** The party that answers at the page: a user, or a developer by the devtools. */
export type ApprovalAnswerer = 'user' | 'devtools'

/** The end of a request, known when the call is about to run or is refused. */
export interface ApprovalOutcome {
  readonly decision: 'approved' | 'denied'
  /**
   * The user or thing that decided. `policy`: the agent's `approval.decide`. `nobody`: there was
   * no approver. `changed`: the call was allowed, but the tool or the call changed before it ran.
   */
  readonly by:
    | ApprovalAnswerer
    | 'policy'
    | 'remembered'
    | 'timeout'
    | 'nobody'
    | 'cancelled'
    | 'changed'
  /** The approved arguments, as the handler gets them. */
  readonly args?: JsonObject | undefined
  /** The arguments in the model's own words. Absent if they equal `args`. */
  readonly asked?: JsonObject | undefined
  /** The arguments as a user changed them, also before a reload. Absent if nobody did. */
  readonly edited?: JsonObject | undefined
  /** SHA-256 of the canonical arguments before the schema. */
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
