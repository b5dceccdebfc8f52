import type { Agent } from '@ambit/core'
import { hideKeys } from '@ambit/core/redaction'

/** Returns at most `max` characters of a text, without the agent's secrets and without keys. */
export function shownText(
  { redaction }: Pick<Agent, 'redaction'>,
  text: string,
  max = 20_000,
): string {
  // A key that the end cuts is longer than what is shown.
  const part = text.slice(0, max + 4000)
  const hidden = hideKeys(redaction?.text(part, part.length) ?? part)
  return hidden.length > max || part !== text ? `${hidden.slice(0, max)}…` : hidden
}

/** Returns an error in words, without secrets. */
export const errorWords = (agent: Pick<Agent, 'redaction'>, error: unknown): string =>
  shownText(agent, error instanceof Error ? error.message : String(error), 1000)
