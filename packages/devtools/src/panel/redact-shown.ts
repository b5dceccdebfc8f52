import type { Agent } from '@ambit/core'
import { hideKeys, hideSecrets } from '@ambit/core/redaction'
import { toPlain } from '../record/to-plain.ts'

type Redacting = Pick<Agent, 'redaction'>

/** Returns a value as JSON text for people, without secrets. The data of files is left out. */
export function toShownJson(value: unknown, { redaction }: Redacting): string {
  try {
    return JSON.stringify(hideSecrets(toPlain(value).value, redaction), null, 2)
  } catch (error) {
    return `This is not JSON: ${hideKeys(String(error))}`
  }
}

/** Returns a text for people, without secrets. */
export const toShownText = (text: string, { redaction }: Redacting): string =>
  hideKeys(redaction ? redaction.redact(text, text.length) : text)

/** Returns the beginning of a text on one line, without secrets. */
export function toShownStart(text: string, agent: Redacting, most = 160): string {
  // A secret that is cut would not be found. So the text is cut far behind what is shown.
  const { redaction } = agent
  const hidden = hideKeys(text)
  const line = (redaction ? redaction.redact(hidden, 4_000) : hidden).replaceAll(/\s+/g, ' ')
  return line.length > most ? `${line.slice(0, most)}…` : line
}

/** Returns an error with its stack, or another thrown value, as text without secrets. */
export function toShownThrown(thrown: unknown, agent: Redacting): string {
  const { stack } = (thrown ?? {}) as { readonly stack?: unknown }
  const text = typeof stack === 'string' && stack ? stack : String(thrown)
  // Some engines leave the message out of the stack.
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : ''
  return toShownText(text.includes(message) ? text : `${message}\n${text}`, agent)
}
