// An effect by the arguments: decisions/0110.
import type { Duration } from '../environment.ts'
import type { JsonObject } from '../json/json.ts'
import { misuse } from '../options/misuse.ts'
import { checkFunctions, isPlain, parseDuration } from '../options/values.ts'
import type { ToolContext } from './context.ts'

/** The rule that decides if a user is asked before a call runs, and about what. */
export interface ApprovalRule<Args> {
  /**
   * Whether a user is asked. It overrides the agent's `approval.ask` and `effect`, but not the
   * rule for third-party text.
   *
   * A function gets a copy of the arguments as the handler would get them. The user is not asked
   * only if the function returns false; a throw asks. Default: `approval.ask` and `effect` decide.
   */
  when?: boolean | ((args: Args, ctx: ToolContext) => boolean | Promise<boolean>) | undefined
  /**
   * Returns what the call would do, as text or JSON, for the user to see before they decide. It
   * must not perform the call. Ambit waits at most 10 s for it. If it throws, the error is shown
   * instead.
   *
   * It is awaited once more after the user has allowed the call. If it then returns something
   * else, the user is asked once more with the new preview. A second difference makes it `stale`.
   * Right before the call runs, it is compared again if it returns at once. Return the same for the
   * same thing: no time, no random number.
   */
  preview?: ((args: Args, ctx: ToolContext) => unknown) | undefined
  /**
   * Returns the values that a call is bound to, such as the id and the version of what it changes.
   * For handlers that use props, state or a store. It is read again right before the handler, and
   * other values deny the call.
   *
   * It must return at once. Plain objects, lists and dates are compared by content, other objects
   * by identity. If it throws, or returns a promise, the call is denied. Default: the preview alone
   * is compared.
   */
  binds?: ((args: Args) => unknown) | undefined
  /**
   * The calls that "do not ask again" may be for.
   *
   * - `true`: every call of the tool in the conversation. Not possible for `egress` and
   *   `destructive`.
   * - A function: calls with the same key, such as the id of an account. Gets a copy of the
   *   arguments as the handler would get them. Returns 1 to 1,000 characters, which the user
   *   sees. If it returns undefined or throws, this call cannot be remembered.
   * - `false`: nothing, so a user is asked each time.
   *
   * Default: true for `read` and `write`, false for `egress` and `destructive`.
   */
  remember?: boolean | ((args: Args) => string | undefined) | undefined
}

/**
 * The approval of a tool: the rule, or its `when` alone. `true`: a user is asked before each
 * call.
 */
export type ToolApproval<Args> = ApprovalRule<Args> | ApprovalRule<Args>['when']

/** The options that state what a tool's calls may do, and who may make them. */
export interface ToolTrustOptions<Args> {
  /**
   * The effect of a call on the world. A `destructive` call needs a user's approval unless
   * `approval` is false. Once the model has read third-party text, `egress` and `destructive` calls
   * always need approval. Default `write`.
   *
   * A function returns the effect of one call, from its arguments as the handler would get them. It
   * must return at once, and change nothing. If it throws, or returns something else, the call is
   * `destructive`. So is the tool where there are no arguments, such as in a list of tools. It is
   * asked again right before the handler: with another effect than before, the call is `stale`.
   */
  effect?: Effect | ((args: Args) => Effect) | undefined
  /**
   * The rule that decides if a user is asked before a call runs, or its `when` alone. Default:
   * the agent's `approval.ask` and `effect` decide.
   */
  approval?: ToolApproval<Args> | undefined
}

/** The trust options of a tool, with their defaults in place. */
export interface ToolTrust {
  /** The effect; `destructive` if it depends on the arguments of a call. */
  readonly effect: Effect
  /** The `effect` that is a function. */
  readonly effectOf: ((args: never) => unknown) | undefined
  readonly requiresApproval:
    | boolean
    | ((args: never, ctx: ToolContext) => boolean | Promise<boolean>)
    | undefined
  readonly remember: boolean | ((args: never) => string | undefined)
  readonly preview: ((args: never, ctx: ToolContext) => unknown) | undefined
  readonly binds: ((args: never) => unknown) | undefined
  readonly untrusted: boolean
}

/** Returns an `approval` option as a rule. */
const toApprovalRule = <Args>(approval: ToolApproval<Args> | undefined): ApprovalRule<Args> =>
  (isPlain(approval) ? approval : { when: approval }) as ApprovalRule<Args>

/**
 * Checks the trust options. Throws `AgentError`, naming `owner`: a mistake here would let a call
 * run that nobody was asked about.
 */
export function toToolTrust<Args>(
  options: ToolTrustOptions<Args> & { result?: { untrusted?: boolean | undefined } | undefined },
  owner: string,
): ToolTrust {
  const { approval, result } = options
  let { effect = 'write' } = options
  let effectOf: ToolTrust['effectOf']
  if (typeof effect === 'function') {
    effectOf = effect
    effect = 'destructive'
  }
  const isSafe = effect === 'read' || effect === 'write'
  const { when: requiresApproval, preview, binds, remember = isSafe } = toApprovalRule(approval)
  const untrusted = result?.untrusted ?? false
  if (remember === true && !isSafe) throw misuse('remember', [owner, effect])
  checkFunctions(owner, {
    'approval.when': typeof requiresApproval === 'boolean' ? undefined : requiresApproval,
    'approval.preview': preview,
    'approval.binds': binds,
    'approval.remember': typeof remember === 'boolean' ? undefined : remember,
  })
  return { effect, effectOf, requiresApproval, remember, preview, binds, untrusted }
}

/** The treatment of a call that started and has no result, because its page ended while it ran. */
export type OnResume = 'never' | 'ask' | 'again'

/** A call whose outcome is unknown. */
export interface UnknownCall {
  readonly id: string
  readonly name: string
  /**
   * The arguments that the handler was started with. A plug-in or a user may have changed them.
   */
  readonly arguments: Readonly<Record<string, unknown>>
  /** The key that the handler had as `ctx.idempotencyKey`. */
  readonly idempotencyKey: string
}

/**
 * The options that state how to treat calls whose end the page did not see. They need a `storage`
 * in the agent.
 */
export interface ToolResumeOptions<Result> {
  /**
   * The treatment of such a call:
   *
   * - `never`: nothing is run, and the model is told that the outcome is unknown
   * - `ask`: the call runs again if a user approves
   * - `again`: the call runs again
   *
   * Use `again` for calls that only read, and for handlers that send `ctx.idempotencyKey` to a
   * server that respects it. Default: `again` for tools with the effect `read`, else `never`.
   */
  how?: OnResume | undefined
  /**
   * Finds out the outcome of such a call; asked before `how`. Resolves with the result, or
   * with undefined if the call did not take effect. In the latter case the call then runs. If it
   * throws, the outcome stays unknown and nothing is run. Nobody is asked about a result that it
   * found. A call that did not take effect still asks a user with `how: 'ask'`.
   */
  reconcile?:
    | ((
        call: UnknownCall,
      ) => MaybePromise<{ readonly result: NoInfer<Awaited<Result>> } | undefined>)
    | undefined
}

/** The resume options of a tool, with their defaults in place. */
export interface ToolResume {
  readonly onResume: OnResume
  readonly reconcile:
    | ((call: UnknownCall) => MaybePromise<{ readonly result: unknown } | undefined>)
    | undefined
}

type MaybePromise<T> = T | Promise<T>

/**
 * Checks the resume options. Throws `AgentError`, naming `owner`: a mistake here could repeat a
 * write.
 */
export function toToolResume<Result>(
  { how, reconcile }: ToolResumeOptions<Result>,
  effect: Effect,
  owner: string,
): ToolResume {
  checkFunctions(owner, { 'resume.reconcile': reconcile })
  return { onResume: how ?? (effect === 'read' ? 'again' : 'never'), reconcile }
}

/**
 * The effect of a call on the world:
 *
 * - `read` changes nothing
 * - `write` changes something that can be changed back
 * - `egress` sends something out of the application
 * - `destructive` cannot be undone
 */
export type Effect = 'read' | 'write' | 'egress' | 'destructive'

/**
 * The limits of one tool's handler that runs apart from the page. The limits of the agent's sandbox
 * are the upper bound.
 */
export interface ToolSandboxOptions {
  /**
   * The longest time that the handler may run. Has no effect if it is longer than the time of the
   * agent's sandbox.
   */
  readonly timeout?: Duration | undefined
  /**
   * The origins that the handler may reach, among those that the agent's sandbox allows. False
   * allows none. Default: all that the agent's sandbox allows.
   */
  readonly network?: boolean | readonly string[] | undefined
  /** Plain data that the handler finds in `ctx.env`, beside the data of the agent's sandbox. */
  readonly env?: JsonObject | undefined
}

/** The options of a tool's sandbox after they are parsed. */
export interface ToolSandbox {
  readonly timeoutMs?: number | undefined
  readonly allowNetwork?: boolean | readonly string[] | undefined
  readonly env?: JsonObject | undefined
}

/** One call of a handler in a sandbox. */
export interface SandboxRequest extends ToolSandbox {
  /** The tool's name, for error messages. */
  readonly tool: string
  /** The handler's source text: JavaScript of a function of `(args, ctx)`. */
  readonly source: string
  /** The arguments, as a value that can be cloned. The handler gets a copy. */
  readonly args: unknown
  /** A signal that ends the handler at once when it aborts. */
  readonly signal: AbortSignal
  /** Receives the progress that the handler reports with `ctx.progress`. */
  readonly onProgress: (progress: {
    percent?: number | undefined
    message?: string | undefined
  }) => void
}

/**
 * Parses a tool's `run.sandbox` option. Returns undefined if the tool has none. Throws `AgentError`
 * if a duration is malformed.
 */
export function toToolSandbox(
  options: boolean | ToolSandboxOptions | undefined,
  owner: string,
): ToolSandbox | undefined {
  if (options === undefined || options === false) return undefined
  if (options === true) return {}
  const { timeout, network: allowNetwork, env } = options
  return {
    timeoutMs:
      timeout === undefined ? undefined : parseDuration(timeout, `run.sandbox.timeout of ${owner}`),
    allowNetwork,
    env: structuredClone(env),
  }
}
