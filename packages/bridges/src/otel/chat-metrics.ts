import type { Attributes, Meter } from '@opentelemetry/api'
import { genAi } from './gen-ai.ts'

/** The end of one model call. */
export interface ChatEnd {
  /** The operation, the provider and the model, and what failed. */
  readonly attributes: Attributes
  readonly durationMs: number
  /** The tokens, if the provider reported all of them. */
  readonly tokens?: { readonly input: number; readonly output: number } | undefined
}

/** Creates the function that measures model calls. A meter that throws stops nothing. */
export function createChatMetrics(meter: Meter): (end: ChatEnd) => void {
  let isTold = false
  const safely = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (thrown) {
      if (!isTold) console.error('A meter of OpenTelemetry threw, so metrics are missing.', thrown)
      isTold = true
      return undefined
    }
  }
  const made = safely(() => ({
    duration: meter.createHistogram('gen_ai.client.operation.duration', { unit: 's' }),
    tokens: meter.createHistogram('gen_ai.client.token.usage', { unit: '{token}' }),
  }))
  return ({ attributes, durationMs, tokens }) =>
    safely(() => {
      made?.duration.record(durationMs / 1_000, attributes)
      for (const [type, count] of Object.entries(tokens ?? {})) {
        made?.tokens.record(count, { ...attributes, [genAi.tokenType]: type })
      }
    })
}
