import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { Availability } from '../tools/availability.ts'
import type { Scope } from '../tools/scope.ts'
import type { AnyTool } from '../tools/tool.ts'

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
  /** The time in milliseconds since the Unix epoch. */
  readonly now: number
  /** Tells if the run may use a tool of this name. */
  readonly allows: (name: string) => boolean
}

/** The tools of one request. */
export interface ToolChoice {
  /** The tools that the request lists, in this order. */
  readonly tools: readonly LanguageModelV4FunctionTool[]
  /** The listed tools that are no longer on the page. The request says so at its end. */
  readonly gone?: readonly string[] | undefined
  /**
   * The tools that are off and that the request may name at its end, each with its reason. Default:
   * all of them.
   */
  readonly named?: ReadonlySet<string> | undefined
  /** The text that follows the instructions. It must be the same in each request. */
  readonly instructions?: string | undefined
}

/** The rule for the tools that a request lists; made by `stable` or `present`. */
export interface ToolList {
  /** Chooses the tools of a request among those that the run may use, on or off. */
  readonly choose: (tools: readonly ListedTool[], at: ToolListAt) => ToolChoice
}

/** Tells if no model may learn of a tool now: it is off, and it or its scope has `hide`. */
export const isHidden = ({ tool, scope, availability }: ListedTool): boolean =>
  !availability.enabled && (tool.hide || scope.hide)
