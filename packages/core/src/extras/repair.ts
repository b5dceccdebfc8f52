import type { Repair } from '../engine/run/extras.ts'
import { checkCount } from '../values/check-number.ts'

/**
 * Asks the model again when its answer does not fit `output`: at most `maxAttempts` times (default 1), each a counted iteration. An answer that
 * does not fit then rejects with `OutputSchemaError`.
 */
export function repair({ maxAttempts = 1 }: { maxAttempts?: number | undefined } = {}): Repair {
  checkCount('maxAttempts', maxAttempts, 1)
  return {
    maxAttempts,
    toMessage: (issues) => {
      const lines = issues.map(
        ({ path, message }) => `- ${path?.join('.') || 'answer'}: ${message}`,
      )
      return `Your answer does not fit the schema:\n${lines.join('\n')}\nAnswer again with the corrected JSON only.`
    },
  }
}
