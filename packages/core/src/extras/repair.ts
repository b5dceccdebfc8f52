import type { Repair } from '../engine/extras.ts'
import { AgentError } from '../errors/agent-error.ts'

/**
 * Asks the model again when its answer does not fit `output`: at most `maxAttempts` times (default 1), each a counted iteration. An answer that
 * does not fit then rejects with `OutputSchemaError`.
 */
export function repair({ maxAttempts = 1 }: { maxAttempts?: number | undefined } = {}): Repair {
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1) {
    throw new AgentError(`\`maxAttempts\` is ${maxAttempts}. Give a whole number from 1.`)
  }
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
