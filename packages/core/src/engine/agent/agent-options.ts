import type { LanguageModelV4 } from '@ai-sdk/provider'
import { type Clock, systemClock } from '../../values/clock.ts'
import { type CreateId, nextId } from '../../values/id.ts'
import type { Message } from '../../values/message.ts'
import type { AgentStorage } from '../../ports/storage.ts'
import type { Scope } from '../../values/scope.ts'
import type { Tool } from '../../values/tool.ts'
import type { EventHandlerMap } from '../run/event-handlers.ts'
import type { Ports } from '../run/run-config.ts'
import type { RunOptions } from '../run/run-options.ts'
import type { ToolContext } from '../../values/tool-context.ts'

/** What an agent is made of. */
export interface AgentOptions extends RunOptions {
  readonly model: LanguageModelV4
  /** Default: a name made from the model and the tools. */
  readonly name?: string | undefined
  readonly scopes?: readonly Scope[] | undefined
  /** Tools of no scope of their own; they form one named `agent`. */
  readonly tools?: readonly Tool[] | undefined
  readonly on?: EventHandlerMap | undefined
  /** Where sessions are kept; made by `indexedDbStorage` of `@ambit/browser`, or by `memoryStorage`. Default: nowhere. */
  readonly storage?: AgentStorage | undefined
  /** With a storage, the session to begin with: the one that was used `latest`, a `new` one, or the one of this id. Default `latest`. */
  readonly session?: 'latest' | 'new' | (string & {}) | undefined
  /** With a storage, goes on by itself with a run that was cut short, in this page or in another that is gone. Default: when `resume` is called. */
  readonly autoResume?: boolean | undefined
  /**
   * When the code that runs things is fetched: `now`, when the agent is made; `idle`, when the page
   * has nothing to do; `intent`, when `preload` is called, as by a widget whose launcher is pointed
   * at, or when something is to run. Default `intent`.
   */
  readonly preload?: 'intent' | 'idle' | 'now' | undefined
  /** Time and timers. Default: the environment's. */
  readonly clock?: Clock | undefined
  /** Default: random ids. */
  readonly createId?: CreateId | undefined
  /** 0 to 1, for jitter. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** What one call may set. */
export interface CallOptions<Data = unknown> extends RunOptions<Data> {
  /** What the run can do, in the place of all that the agent has: the page’s tools and contexts are no part of it. */
  readonly scopes?: readonly Scope[] | undefined
  /** Narrows the run to registered tools of these names, and to tools of its own. */
  readonly tools?: readonly (string | Tool)[] | undefined
  readonly on?: EventHandlerMap | undefined
  /** The tool call this run is part of: it is cancelled with it, and shares its budgets. */
  readonly parent?: ToolContext | undefined
}

/** What one `execute` may set. */
export interface ExecuteOptions<Data = unknown> extends Omit<CallOptions<Data>, 'onBusy'> {
  /** Messages the run starts from. They are not changed. */
  readonly history?: readonly Message[] | undefined
}

/** The environment an agent's options name. */
export const toPorts = ({ clock, createId, random }: Partial<AgentOptions>): Ports => ({
  clock: clock ?? systemClock,
  createId: createId ?? nextId,
  random: random ?? Math.random,
})
