import type { Attributes, Context, Span, SpanKind, Tracer } from '@opentelemetry/api'
import { internalSpan } from './api-numbers.ts'

export interface SpanStart {
  readonly name: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind?: SpanKind | undefined
  readonly attributes?: Attributes | undefined
  readonly parent?: Context | undefined
}

/** A tracer whose faults, such as those of an exporter, stop nothing. The first one is reported. */
export class SafeTracer {
  readonly #tracer: Tracer
  #isTold = false

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  /** Starts a span. Returns undefined if the tracer throws. */
  start({
    name,
    at: startTime,
    kind = internalSpan,
    attributes = {},
    parent,
  }: SpanStart): Span | undefined {
    const options = { startTime, kind, attributes }
    // Without a context, a tracer takes the one that is active.
    const span = (): Span =>
      parent ? this.#tracer.startSpan(name, options, parent) : this.#tracer.startSpan(name, options)
    return this.#try(span)
  }

  end(span: Span | undefined, at: number): void {
    this.#try(() => span?.end(at))
  }

  #try<T>(call: () => T): T | undefined {
    try {
      return call()
    } catch (thrown) {
      if (!this.#isTold) console.error(message, thrown)
      this.#isTold = true
      return undefined
    }
  }
}

const message = 'A tracer or an exporter of OpenTelemetry threw, so spans are missing.'
