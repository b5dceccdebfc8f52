import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Followups } from '../engine/run/extras.ts'
import { textOf } from '../values/content.ts'

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
