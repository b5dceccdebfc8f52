import type { Message } from '../messages/message.ts'
import type { Availability } from '../tools/availability.ts'
import type { Scope } from '../tools/scope.ts'
import type { AnyTool } from '../tools/tool.ts'
import type { ModelRequest } from './request.ts'
import type { AssemblerEvents, ModelResponse } from './response.ts'
import type { LanguageModelV4FunctionTool, LanguageModelV4ProviderTool } from '@ai-sdk/provider'

/** A tool that a run may use, as a tool list gets it. */
export interface ListedTool {
  readonly tool: AnyTool
  readonly scope: Scope
  readonly availability: Availability
  /** True for a tool that was given to the call itself, and is on no page. */
  readonly isOwn?: boolean | undefined
}

/** The request that a tool list chooses for. */
export interface ToolListAt {
  /** The page: the same object for all requests that offer the tools of one page. */
  readonly page: object
  /** The session, user and tenant, as one text. A list remembers nothing of one for another. */
  readonly owner: string
  /** The time in milliseconds since the Unix epoch. */
  readonly now: number
  /** Whether the run may use a tool of this name. */
  readonly allows: (name: string) => boolean
  /** True if the run may use only some of the page's tools. */
  readonly isNarrowed: boolean
  /** The 0-based number of the request in its run. */
  readonly iteration: number
  /** The history that the request holds. */
  readonly messages: readonly Message[]
}

/** The tools of one request. */
export interface ToolChoice {
  /** The tools that the request lists, in this order. */
  readonly tools: readonly (LanguageModelV4FunctionTool | LanguageModelV4ProviderTool)[]
  /** The listed tools that are no longer on the page. The request says so at its end. */
  readonly gone?: readonly string[] | undefined
  /**
   * The tools that are off and that the request may name at its end. Default: those that it lists,
   * those with a reason, and those whose `visible.off` is `explain`.
   */
  readonly named?: ReadonlySet<string> | undefined
  /** The text that follows the instructions. It must be the same in each request. */
  readonly instructions?: string | undefined
  /** The text for the end of the request, which may change with each request. */
  readonly note?: string | undefined
  /** Returns the request to send for the one that the plug-ins have left. */
  readonly finish?: ((request: ModelRequest) => ModelRequest) | undefined
}

/** A listener of the pieces in which the answer of a model comes. */
export type OnDelta = AssemblerEvents['onDelta']

/**
 * The rule for the tools that a request lists; made by `steadyTools`, `digest` or `deferred`.
 */
export interface ToolList {
  /** Chooses the tools of a request among those that the run may use, on or off. */
  readonly choose: (tools: readonly ListedTool[], at: ToolListAt) => ToolChoice
  /** Makes the tools of the list itself for one run. `list` returns what the run may use now. */
  readonly createTools?: ((list: () => readonly ListedTool[]) => readonly AnyTool[]) | undefined
  /** Returns a response with the calls that the model meant in place of those it made. */
  readonly readCalls?: ((response: ModelResponse) => ModelResponse) | undefined
  /** Returns a listener that tells `onDelta` the calls that the model means, as they come. */
  readonly readDeltas?: ((onDelta: OnDelta) => OnDelta) | undefined
  /** The provider's tools that find only tools of the page. What they return taints nothing. */
  readonly searches?: ReadonlySet<string> | undefined
}
