import type { LanguageModelV4 } from '@ai-sdk/provider'
import { toJsonText } from '../../json/json-text.ts'
import { type Message, textOf, type UserContent } from '../../messages/message.ts'
import { toUntrustedEnvelope } from '../../model/envelope.ts'
import type { Followups, Guardrail, Repair } from '../../ports.ts'
import { checkCount } from '../../options/values.ts'

type Check = Guardrail['check']

/**
 * Creates a guardrail on the messages of the person, also on steered ones. Each is checked before
 * it joins the history, and again when it is answered again. `check` gets the text and the names of
 * the files, a line each. It returns true, or the reason for a refusal.
 *
 * The run then rejects with `GuardrailError`, and the message is in no request. A `check` that
 * throws refuses too.
 */
export const inputGuardrail = (name: string, check: Check): Guardrail => ({
  name,
  phase: 'input',
  check,
})

/**
 * Creates a guardrail on the messages of the model, also on those with calls. Each is checked
 * before it joins the history and before its calls run. `check` gets its text, without reasoning
 * and arguments. It returns true, or the reason for a refusal.
 *
 * The run then rejects with `GuardrailError`, and the message leaves the screen. A `check` that
 * throws refuses too. With `buffer: true` (default false), nothing of a message is shown before it
 * is accepted.
 */
export const outputGuardrail = (
  name: string,
  check: Check,
  { buffer = false }: { readonly buffer?: boolean | undefined } = {},
): Guardrail => ({ name, phase: 'output', check, buffer })

/**
 * Asks the model again if its answer does not fit `output`. It asks at most `maxAttempts` times (a
 * whole number from 1, default 1); each counts as an iteration. If the last answer does not fit
 * either, the run rejects with the code `output`.
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

/** Returns a message as one line of JSON for a model. Third-party text stands in an envelope. */
function sayOf({ role, taint }: Message, content: UserContent): string {
  const json = toJsonText(textOf(content))
  return taint === 'untrusted' ? toUntrustedEnvelope('conversation', json) : `${role}: ${json}`
}

/**
 * Lets a model suggest the person's next messages, once a run has completed. At most `max` short
 * sentences (default 3) are in the result's `followupSuggestions`. If the model call fails, there
 * are no suggestions.
 */
export function followups(
  options: { readonly max?: number | undefined; readonly model?: LanguageModelV4 | undefined } = {},
): Followups {
  const { max = 3, model } = options
  return {
    suggest: async (messages, at) => {
      const said = messages.flatMap((message) =>
        message.role === 'tool' || !message.content ? [] : [sayOf(message, message.content)],
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
