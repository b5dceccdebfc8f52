import type { Followups, Guardrail, Repair } from '../features.ts'
import { checkCount } from '../options/check-values.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { textOf } from '../messages/content.ts'

type Check = Guardrail['check']

/** A guardrail on what the person says, before the first model call. `check` returns true, or the reason why not. */
export const input = (name: string, check: Check): Guardrail => ({ name, phase: 'input', check })

/** A guardrail on the model's answer, before the run completes. `check` returns true, or the reason why not. */
export const output = (name: string, check: Check): Guardrail => ({ name, phase: 'output', check })

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

/**
 * Has a model suggest what the person may want to say next, once a run has completed: at most `max` short sentences (default 3), in the result's
 * `followupSuggestions`. A call that fails suggests nothing.
 */
export function followups(
  options: { readonly max?: number | undefined; readonly model?: LanguageModelV4 | undefined } = {},
): Followups {
  const { max = 3, model } = options
  return {
    suggest: async (messages, at) => {
      const said = messages.flatMap((message) =>
        message.role === 'tool' || !message.content
          ? []
          : [`${message.role}: ${textOf(message.content)}`],
      )
      const content = `Suggest at most ${max} short things the person may say next, one a line, in their language. Nothing else.`
      const text = await at.ask(
        {
          prompt: [
            { role: 'system', content },
            { role: 'user', content: [{ type: 'text', text: said.slice(-6).join('\n') }] },
          ],
        },
        model,
      )
      return text
        .split('\n')
        .map((line) => line.replace(/^[-*\d.)\s]+/, '').trim())
        .filter(Boolean)
        .slice(0, max)
    },
  }
}
