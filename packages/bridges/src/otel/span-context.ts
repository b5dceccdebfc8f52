import type { Context, ContextManager, Span } from '@opentelemetry/api'

/** The key of the span in a context. The API makes it so, to be the same in each of its copies. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN')

/** Returns the context of the spans below a span. The API itself is not loaded for it. */
export const contextOf = (span: Pick<Span, 'spanContext'>): Context =>
  new ValueContext(new Map([[spanKey, span]]))

/**
 * Returns the context below the span that somebody else names. Undefined for anything but a
 * `traceparent` of version 00.
 */
export function contextFrom(traceparent: unknown): Context | undefined {
  if (typeof traceparent !== 'string') return undefined
  const form = /^00-(?!0+-)([\da-f]{32})-(?!0+-)([\da-f]{16})-([\da-f]{2})$/
  const [, traceId, spanId, flags = ''] = form.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  const traceFlags = Number.parseInt(flags, 16)
  return contextOf({ spanContext: () => ({ traceId, spanId, traceFlags, isRemote: true }) })
}

/** The part of the API's globals that a context manager of an SDK is in. */
type Globals = Readonly<Record<symbol, { readonly context?: ContextManager } | undefined>>

/** Returns the context manager of an SDK. Each copy of the API finds it here. */
const manager = (): ContextManager | undefined =>
  (globalThis as unknown as Globals)[Symbol.for('opentelemetry.js.api.1')]?.context

/** Returns the context that is active now. Undefined without an SDK's context manager. */
export const activeContext = (): Context | undefined => manager()?.active()

/**
 * Runs a function below a span, in the context that is active now. Without an SDK's context manager
 * it runs as it is.
 */
export const runBelow = <T>(span: Span, run: () => T): T => {
  const contexts = manager()
  return contexts ? contexts.with(contexts.active().setValue(spanKey, span), run) : run()
}

class ValueContext implements Context {
  readonly #values: ReadonlyMap<symbol, unknown>

  constructor(values: ReadonlyMap<symbol, unknown>) {
    this.#values = values
  }

  getValue(key: symbol): unknown {
    return this.#values.get(key)
  }

  setValue(key: symbol, value: unknown): Context {
    return new ValueContext(new Map(this.#values).set(key, value))
  }

  deleteValue(key: symbol): Context {
    const values = new Map(this.#values)
    values.delete(key)
    return new ValueContext(values)
  }
}
