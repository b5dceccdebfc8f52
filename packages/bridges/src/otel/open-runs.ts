import type { ToolContext } from '@ambit/core'

// MCP reads and writes these, so nothing here loads code.

/** The fields of `_meta` that carry a trace, in the formats of W3C. */
export interface TraceContext {
  readonly traceparent: string
  readonly tracestate?: string | undefined
  readonly baggage?: string | undefined
}

/** A run that is traced now. */
interface OpenRun {
  /**
   * Returns the context of the open span of a call, or of the model call without an id, perhaps
   * with the app's baggage.
   */
  traceContext(callId?: string, hasBaggage?: boolean): TraceContext | undefined
}

/** The runs that are traced now, by their ids. */
export const openRuns: Map<string, OpenRun> = new Map()

/** The `_meta` of the requests by which callers from outside began runs. */
export const callerMeta: WeakMap<object, Readonly<Record<string, unknown>>> = new WeakMap()

/** Returns the `_meta` for a request that a call makes. Undefined if the call is not traced. */
export function traceMeta(
  { run, callId }: Pick<ToolContext, 'run' | 'callId'>,
  { trusted }: { readonly trusted?: boolean | undefined },
): { readonly _meta: TraceContext } | undefined {
  const found = openRuns.get(run.id)?.traceContext(callId, trusted === true)
  return found && { _meta: found }
}
