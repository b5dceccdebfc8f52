import type { PendingApproval } from '@ambit/core'
import { withoutId } from '../tool-card/tool-title.ts'
import { argWords } from '../values/arg-words.ts'
import { type ValueStrings, valueWords } from '../values/value-words.ts'
import { valueText } from '../tool-card/value-text.ts'

const MOST_CHARS = 400

/**
 * Returns the arguments of a call as text to be spoken: each with its name, at most 400 characters.
 */
export function spokenRequest(
  request: Pick<PendingApproval, 'args' | 'label' | 'parameters'>,
  strings: ValueStrings,
): string {
  const { label, parameters } = request
  let said = ''
  let isCut = false
  const args = withoutId(request.args, label)
  for (const name of Object.keys(args)) {
    const value = args[name]
    const words = argWords(parameters, name)
    const text =
      valueWords(value, words, strings) ??
      (typeof value === 'object' ? JSON.stringify(value) : String(value))
    // Some characters are not said, such as hidden ones, so more than the length is taken.
    isCut = said.length > 2 * MOST_CHARS
    if (isCut) break
    said += `${said && ', '}${words.title}: ${text.slice(0, MOST_CHARS)}`
  }
  const line = valueText(said).replaceAll(/\s+/g, ' ')
  return isCut || line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line
}
