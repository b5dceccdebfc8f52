import type { RegisteredTool } from './registry.ts'
import { type About, readAbout, type ScopeReadings } from './subject.ts'
import type { AnyTool } from './tool.ts'

/** What a tool edits, by reference, with what the calls of its run have made of it. */
export interface Base {
  value: unknown
}

/**
 * A tool, as the page offered it: to a model with a request, or to whoever asks for one call. A
 * call runs only if the offer holds right before the handler.
 */
export interface Offer extends About, RegisteredTool {
  readonly handler: AnyTool['handler']
  readonly binds: AnyTool['binds']
  /** One object for all tools that edit the same. */
  readonly base: Base
  /** The offer that this one renews, and the tool as it was right before a handler of the run. */
  readonly renews?: readonly [offer: Offer, before: Offer] | undefined
}

/** What is known of the tools that are offered together. */
interface Known {
  readonly scopes?: ScopeReadings | undefined
  readonly bases?: Iterable<Base> | undefined
  /** What the tool edits. Default: it is read. */
  readonly base?: Base | undefined
}

/** Offers a tool as it is now. */
export function toOffer(registered: RegisteredTool, known: Known = {}): Offer {
  const { tool, scope } = registered
  const { handler, bindsNow: binds, edits } = tool
  const base = known.base ?? toBase(edits, known.bases ?? [])
  const about = readAbout(registered, known.scopes)
  return Object.freeze({ tool, scope, handler, binds, base, ...about })
}

/** Returns what a tool edits. Undefined for nothing, and for what cannot be read. */
export function readEdited(edits: AnyTool['edits']): unknown {
  try {
    return edits?.()
  } catch {
    return undefined
  }
}

function toBase(edits: AnyTool['edits'], bases: Iterable<Base>): Base {
  const value = readEdited(edits)
  if (Object(value) === value) for (const base of bases) if (base.value === value) return base
  return { value }
}
