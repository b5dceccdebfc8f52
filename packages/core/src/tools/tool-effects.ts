import { AgentError } from '../errors/agent-error.ts'
import { checkFunction, checkWord } from '../options/check-values.ts'
import { type Effect, effects } from './effect.ts'
import type { ToolContext } from './tool-context.ts'

/** What a tool says about what its calls may do, and how far what it returns can be trusted. */
export interface ToolTrustOptions<Args> {
  /**
   * What a call does to the world. A `destructive` one needs a person's approval unless `requiresApproval` is false; so do `egress` and `destructive` ones whatever else is
   * said, once the model has read third-party text. Default `write`.
   */
  effect?: Effect | undefined
  /**
   * Whether a person is asked before a call runs; wins over the agent's policy and over `effect`, not over taint. A function gets a copy of the arguments as the handler would; anything but
   * false, and a throw, asks. Default: what the policy and `effect` say.
   */
  requiresApproval?:
    | boolean
    | ((args: Args, ctx: ToolContext) => boolean | Promise<boolean>)
    | undefined
  /**
   * What the call would do, for the person to see before they decide: text or JSON. It must not do it. Waited for at most 10 s; a throw is
   * shown in its place.
   */
  preview?: ((args: Args, ctx: ToolContext) => unknown) | undefined
  /** The results are text of third parties: a page, a mail, a search. The model is told so, and what it asks for afterwards is tainted. Default false. */
  untrusted?: boolean | undefined
}

/** The options with their defaults in place. */
export interface ToolTrust {
  readonly effect: Effect
  readonly requiresApproval:
    | boolean
    | ((args: never, ctx: ToolContext) => boolean | Promise<boolean>)
    | undefined
  readonly preview: ((args: never, ctx: ToolContext) => unknown) | undefined
  readonly untrusted: boolean
}

/** Checks the options. Throws `AgentError`, naming `owner`: a slip here would be a call that nobody is asked about. */
export function toToolTrust<Args>(options: ToolTrustOptions<Args>, owner: string): ToolTrust {
  const { effect = 'write', requiresApproval, preview, untrusted = false } = options
  checkWord('effect', effect, effects, owner)
  if (!['undefined', 'boolean', 'function'].includes(typeof requiresApproval)) {
    throw new AgentError(`\`requiresApproval\` of ${owner} is neither a boolean nor a function.`)
  }
  if (preview !== undefined) checkFunction('preview', preview, owner)
  return { effect, requiresApproval, preview, untrusted }
}

/** What becomes of a call that was started and has no result: its page ended while it ran. */
export type OnResume = 'fail' | 'ask' | 'rerun'

/** A call whose outcome is unknown. */
export interface UnknownCall {
  readonly id: string
  readonly name: string
  /** As the model gave them. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** What its handler had as `ctx.idempotencyKey`. */
  readonly idempotencyKey: string
}

/** What a tool says about calls that its page did not see the end of. With a `storage` in the agent. */
export interface ToolResumeOptions<Result> {
  /**
   * With `fail` the model is told that the outcome is unknown, and nothing is run; `ask` runs the call again if a person approves; `rerun` runs it again, which is right for what only reads, and for handlers that send
   * `ctx.idempotencyKey` to a server that heeds it. Default: `rerun` for tools of effect `read`, else `fail`.
   */
  onResume?: OnResume | undefined
  /**
   * Finds out what became of such a call: resolves with its result, or with undefined when it did not take effect, and is then run. Comes before `onResume`. A throw leaves the outcome
   * unknown: nothing is run.
   */
  reconcile?:
    | ((
        call: UnknownCall,
      ) => MaybePromise<{ readonly result: NoInfer<Awaited<Result>> } | undefined>)
    | undefined
}

/** The options with their defaults in place. */
export interface ToolResume {
  readonly onResume: OnResume
  readonly reconcile:
    | ((call: UnknownCall) => MaybePromise<{ readonly result: unknown } | undefined>)
    | undefined
}

type MaybePromise<T> = T | Promise<T>

const ways: readonly OnResume[] = ['fail', 'ask', 'rerun']

/** Checks the options. Throws `AgentError`, naming `owner`: a slip here would be a write that is repeated. */
export function toToolResume<Result>(
  { onResume, reconcile }: ToolResumeOptions<Result>,
  effect: Effect,
  owner: string,
): ToolResume {
  checkWord('onResume', onResume, ways, owner)
  if (reconcile !== undefined) checkFunction('reconcile', reconcile, owner)
  return { onResume: onResume ?? (effect === 'read' ? 'rerun' : 'fail'), reconcile }
}
