import { checkOptions } from '@ambit/core'
import type { Tracer } from '@opentelemetry/api'
import { errorStatus, serverSpan } from './api-numbers.ts'
import { genAi } from './gen-ai.ts'
import { SafeTracer } from './safe-tracer.ts'
import { contextFrom } from './span-context.ts'

/** The fields of a proxy's log entry that a span is made of. */
export interface TracedEntry {
  readonly modelId?: string | undefined
  readonly status: number
  readonly code?: string | undefined
  readonly durationMs: number
  readonly firstByteMs?: number | undefined
  readonly traceparent?: string | undefined
  readonly attributes: Readonly<Record<string, string | number | boolean>>
}

/**
 * Returns a `log` for `createProxy` that makes one span of each model call. With a `traceparent` in
 * the request, the span is below that of the page's call. It is made when the call is over, with
 * the time of its beginning. It has no content, because a log entry has none. Requests without a
 * model make no span.
 *
 * @example
 * createProxy({ authorize, models, log: traceProxy({ tracer: trace.getTracer('proxy') }) })
 */
export function traceProxy(options: { tracer: Tracer }): (entry: TracedEntry) => void {
  checkOptions('`traceProxy`', options, { tracer: '!object' })
  const tracer = new SafeTracer(options.tracer)
  return ({ modelId, code, durationMs, firstByteMs, traceparent, attributes }) => {
    if (modelId === undefined) return
    const now = Date.now()
    const at = now - durationMs
    const parent = contextFrom(traceparent)
    const name = `chat ${modelId}`
    const [provider, rest] = modelId.split('/')
    const named = rest === undefined ? attributes : { ...attributes, [genAi.provider]: provider }
    const span = tracer.start({ name, at, kind: serverSpan, attributes: named, parent })
    if (firstByteMs !== undefined) span?.addEvent('ambit.first_byte', {}, at + firstByteMs)
    if (code !== undefined) span?.setStatus({ code: errorStatus })
    tracer.end(span, now)
  }
}
