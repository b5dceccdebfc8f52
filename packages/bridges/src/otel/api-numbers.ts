import type { SpanKind, SpanStatusCode } from '@opentelemetry/api'

// The enums of the API as numbers, so that the API itself is not loaded.
export const internalSpan: SpanKind = 0 as unknown as SpanKind
export const serverSpan: SpanKind = 1 as unknown as SpanKind
export const clientSpan: SpanKind = 2 as unknown as SpanKind
export const errorStatus: SpanStatusCode = 2 as unknown as SpanStatusCode
