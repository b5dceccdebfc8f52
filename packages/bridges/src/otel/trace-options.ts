import type { Meter, Tracer } from '@opentelemetry/api'

/** The options of {@link traceAgent}. */
export interface TraceAgentOptions {
  /** The tracer, of any SDK of OpenTelemetry. */
  tracer: Tracer
  /**
   * A meter, for the histograms `gen_ai.client.operation.duration` and `gen_ai.client.token.usage`
   * of model calls. Tokens count if the provider reported all of them. Default: none.
   */
  meter?: Meter | undefined
  /**
   * True to put messages, arguments, results and the words of errors into the spans. They hold what
   * people and pages say. What a `local` scope keeps on the device is in none. Default: false.
   */
  content?: boolean | undefined
}
