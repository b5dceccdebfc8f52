import { AgentError } from '../errors/agent-error.ts'
import { checkFunction, checkWord } from '../options/check-values.ts'
import { type Effect, effects } from './effect.ts'
import type { ToolContext } from './tool-context.ts'

/** The options that state what a tool's calls may do, and how far its results can be trusted. */
export interface ToolTrustOptions<Args> {
  /**
   * The effect of a call on the world. A `destructive` call needs a person's approval unless
   * `requiresApproval` is false. Once the model has read third-party text, `egress` and
   * `destructive` calls always need approval. Default `write`.
   */
  effect?: Effect | undefined
  /**
   * The rule that decides if a person is asked before a call runs. It overrides the agent's policy
   * and `effect`, but not the rule for third-party text.
   *
   * A function gets a copy of the arguments as the handler would get them. The person is not asked
   * only if the function returns false; a throw asks. Default: the policy and `effect` decide.
   */
  requiresApproval?:
    | boolean
    | ((args: Args, ctx: ToolContext) => boolean | Promise<boolean>)
    | undefined
  /**
   * Returns what the call would do, as text or JSON, for the person to see before they decide. It
   * must not perform the call. Ambit waits at most 10 s for it. If it throws, the error is shown
   * instead.
   */
  preview?: ((args: Args, ctx: ToolContext) => unknown) | undefined
  /**
   * True if the results are third-party text, such as a page, a mail or a search result. So are
   * then its errors, the words of its checks, its `enabled` reasons, and what a hook answers in its
   * place. The model is told so, and its later calls count as tainted. Default false.
   */
  untrusted?: boolean | undefined
}

/** The trust options of a tool, with their defaults in place. */
export interface ToolTrust {
  readonly effect: Effect
  readonly requiresApproval:
    | boolean
    | ((args: never, ctx: ToolContext) => boolean | Promise<boolean>)
    | undefined
  readonly preview: ((args: never, ctx: ToolContext) => unknown) | undefined
  readonly untrusted: boolean
}

/**
 * Checks the trust options. Throws `AgentError`, naming `owner`: a mistake here would let a call
 * run that nobody was asked about.
 */
export function toToolTrust<Args>(options: ToolTrustOptions<Args>, owner: string): ToolTrust {
  const { effect = 'write', requiresApproval, preview, untrusted = false } = options
  checkWord('effect', effect, effects, owner)
  if (!['undefined', 'boolean', 'function'].includes(typeof requiresApproval)) {
    throw new AgentError(
      `\`requiresApproval\` of ${owner} is neither a boolean nor a function. Calls could run that nobody was asked about. Give true, false or a function.`,
    )
  }
  if (preview !== undefined) checkFunction('preview', preview, owner)
  return { effect, requiresApproval, preview, untrusted }
}

/** The treatment of a call that started and has no result, because its page ended while it ran. */
export type OnResume = 'fail' | 'ask' | 'rerun'

/** A call whose outcome is unknown. */
export interface UnknownCall {
  readonly id: string
  readonly name: string
  /** The arguments as the model gave them. */
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
   * - `fail`: nothing is run, and the model is told that the outcome is unknown
   * - `ask`: the call runs again if a person approves
   * - `rerun`: the call runs again
   *
   * Use `rerun` for calls that only read, and for handlers that send `ctx.idempotencyKey` to a
   * server that respects it. Default: `rerun` for tools with the effect `read`, else `fail`.
   */
  onResume?: OnResume | undefined
  /**
   * Finds out the outcome of such a call; asked before `onResume`. Resolves with the result, or
   * with undefined if the call did not take effect. In the latter case the call then runs. If it
   * throws, the outcome stays unknown and nothing is run.
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

const ways: readonly OnResume[] = ['fail', 'ask', 'rerun']

/**
 * Checks the resume options. Throws `AgentError`, naming `owner`: a mistake here could repeat a
 * write.
 */
export function toToolResume<Result>(
  { onResume, reconcile }: ToolResumeOptions<Result>,
  effect: Effect,
  owner: string,
): ToolResume {
  checkWord('onResume', onResume, ways, owner)
  if (reconcile !== undefined) checkFunction('reconcile', reconcile, owner)
  return { onResume: onResume ?? (effect === 'read' ? 'rerun' : 'fail'), reconcile }
}
