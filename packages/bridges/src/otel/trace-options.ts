import type { Tracer } from '@opentelemetry/api'

/** The options of {@link traceAgent}. */
export interface TraceAgentOptions {
  /** The tracer, of any SDK of OpenTelemetry. */
  tracer: Tracer
  /**
   * True to put messages, arguments, results and the words of errors into the spans. They hold what
   * people and pages say. Default: false.
   */
  content?: boolean | undefined
}
