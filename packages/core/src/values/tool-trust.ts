import { AgentError } from '../errors/agent-error.ts'
import { checkFunction } from './check-function.ts'
import { checkWord } from './check-word.ts'
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
