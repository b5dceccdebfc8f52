import type { PendingApproval } from '@ambit/core'
import { withoutId } from '../tool-card/tool-title.ts'
import { argWords, namedArgs } from '../values/arg-words.ts'
import { type ValueStrings, valueWords } from '../values/value-words.ts'
import { valueText } from '../tool-card/value-text.ts'

const MOST_CHARS = 400

/**
 * Returns the arguments of a call as text to be spoken: each with its name, at most 400 characters.
 */
export function spokenRequest(
  request: Pick<PendingApproval, 'args' | 'ignored' | 'label' | 'parameters'>,
  strings: ValueStrings,
): string {
  const { label, parameters } = request
  const args = Object.entries(withoutId(namedArgs(request), label))
  // Each argument has more than one character.
  const said = args.slice(0, MOST_CHARS).map(([name, value]) => {
    const words = argWords(parameters, name)
    const text =
      valueWords(value, words, strings) ??
      (typeof value === 'object' ? JSON.stringify(value) : String(value))
    return `${words.title}: ${text.slice(0, MOST_CHARS)}`
  })
  const line = valueText(said.join(', ')).replaceAll(/\s+/g, ' ')
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS)}…` : line
}
