import type { Agent } from '@ambit/core'

/** Returns text for a party outside of the page. Empty if the redaction throws. */
export function textWithoutSecrets({ redaction }: Pick<Agent, 'redaction'>, text: string): string {
  try {
    return redaction?.redact(text) ?? text
  } catch {
    return ''
  }
}

/**
 * Returns a value for a party outside of the page, as JSON has it, without what the redaction of an
 * agent removes. Null for a value that JSON cannot say.
 */
export function withoutSecrets(from: Pick<Agent, 'redaction'>, value: unknown): unknown {
  if (typeof value === 'string') return textWithoutSecrets(from, value)
  try {
    const json = JSON.stringify(value) ?? 'null'
    try {
      return JSON.parse(textWithoutSecrets(from, json)) as unknown
    } catch {
      // A redaction that breaks the JSON gets each text by itself.
      return JSON.parse(json, (_, text: unknown) =>
        typeof text === 'string' ? textWithoutSecrets(from, text) : text,
      ) as unknown
    }
  } catch {
    return null
  }
}
