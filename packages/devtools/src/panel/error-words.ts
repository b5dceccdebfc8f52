import type { Agent } from '@ambit/core'
import { toShownText } from './redact-shown.ts'

/** Returns an error in words for people, without secrets. */
export const errorWords = (error: unknown, agent: Pick<Agent, 'redaction'>): string =>
  toShownText(error instanceof Error ? error.message : String(error), agent)
