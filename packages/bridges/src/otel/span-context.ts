import type { Context, Span } from '@opentelemetry/api'

/** The key of the span in a context. The API makes it so, to be the same in each of its copies. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN')

/** Returns the context of the spans below a span. The API itself is not loaded for it. */
export const contextOf = (span: Pick<Span, 'spanContext'>): Context =>
  new ValueContext(new Map([[spanKey, span]]))

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
