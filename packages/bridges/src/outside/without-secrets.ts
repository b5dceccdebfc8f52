import type { Agent } from '@ambit/core'

/**
 * Returns a value for a party outside of the page, as JSON has it, without what the redaction of an
 * agent removes. Null for a value that JSON cannot say, and if the redaction throws.
 */
export function withoutSecrets({ redaction }: Pick<Agent, 'redaction'>, value: unknown): unknown {
  const redact = (text: string): string => redaction?.redact(text) ?? text
  try {
    if (typeof value === 'string') return redact(value)
    const json = JSON.stringify(value) ?? 'null'
    try {
      return JSON.parse(redact(json)) as unknown
    } catch {
      // A redaction that breaks the JSON gets each text by itself.
      return JSON.parse(json, (_, text: unknown) =>
        typeof text === 'string' ? redact(text) : text,
      ) as unknown
    }
  } catch {
    return null
  }
}

/** Returns text without secrets, for a party outside of the page. */
export const textWithoutSecrets = (from: Pick<Agent, 'redaction'>, value: unknown): string => {
  const made = withoutSecrets(from, value)
  return typeof made === 'string' ? made : JSON.stringify(made)
}
