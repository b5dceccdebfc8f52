import type { Context, ContextManager, Span } from '@opentelemetry/api'

/** The key of the span in a context. The API makes it so, to be the same in each of its copies. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN')

/** Returns the context of the spans below a span. The API itself is not loaded for it. */
export const contextOf = (span: Pick<Span, 'spanContext'>): Context =>
  new ValueContext(new Map([[spanKey, span]]))

/** The part of the API's globals that a context manager of an SDK is in. */
type Globals = Readonly<Record<symbol, { readonly context?: ContextManager } | undefined>>

/** Runs a function in a context. Without an SDK's context manager it runs as it is. */
export function runIn<T>(context: Context, run: () => T): T {
  // Each copy of the API finds what is registered here.
  const api = (globalThis as unknown as Globals)[Symbol.for('opentelemetry.js.api.1')]
  return api?.context ? api.context.with(context, run) : run()
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
