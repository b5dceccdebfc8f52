import type { Span } from '@opentelemetry/api'

/** The spans of the model calls that go on, by the id of the run. */
export const openChats: Map<string, Span> = new Map()
