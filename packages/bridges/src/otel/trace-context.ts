import type { Baggage, Span } from '@opentelemetry/api'
import type { TraceContext } from './open-runs.ts'
import { activeContext } from './span-context.ts'

/** The key of the baggage in a context, as the API makes it. */
const baggageKey = Symbol.for('OpenTelemetry Baggage Key')

/** The most characters of a `baggage`. Members beyond it are left out. */
const mostChars = 8_192

/**
 * Returns a span as the fields of W3C Trace Context, perhaps with the baggage that is active now.
 * Undefined for a span without ids, where no SDK is set up, and for one that throws.
 */
export function toTraceContext(span: Span, hasBaggage?: boolean): TraceContext | undefined {
  try {
    const { traceId, spanId, traceFlags, traceState } = span.spanContext()
    if (!/[^0]/.test(traceId)) return undefined
    const tracestate = traceState?.serialize()
    const baggage = hasBaggage && readBaggage()
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags & 1 ? '01' : '00'}`,
      ...(tracestate && { tracestate }),
      ...(baggage && { baggage }),
    }
  } catch {
    return undefined
  }
}

function readBaggage(): string {
  const active = activeContext()?.getValue(baggageKey) as Baggage | undefined
  let baggage = ''
  for (const [key, { value, metadata }] of active?.getAllEntries() ?? []) {
    const more = metadata ? `;${metadata.toString()}` : ''
    const member = `${encodeURIComponent(key)}=${encodeURIComponent(value)}${more}`
    const longer = baggage ? `${baggage},${member}` : member
    if (longer.length <= mostChars) baggage = longer
  }
  return baggage
}
