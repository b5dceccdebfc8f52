import { checkOptions } from '../../options/check-names.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { toJsonText } from '../../json/json-text.ts'
import { type Message, textOf, type UserContent } from '../../messages/message.ts'
import { toUntrustedEnvelope } from '../../model/envelope.ts'
import type { RunContext } from '../../engine/run-context.ts'
import { type AgentPlugin, parts } from '../../plugins.ts'
import type { Repair } from '../../ports.ts'
import { GuardrailError } from '../../errors/errors.ts'
import { checkCount } from '../../options/values.ts'

/**
 * Returns true to accept the text, or the reason for a refusal. A text of the user that waits for
 * its turn has no run yet.
 */
export type GuardrailCheck<Of extends RunContext | undefined = RunContext> = (
  text: string,
  run: Of,
) => true | string | Promise<true | string>

/**
 * Creates a guardrail on the messages of the user, also on those that wait or are steered. Each is
 * checked before it joins the history or is stored, and again when it is answered again. `check`
 * gets the text and the names of the files, a line each. It returns true, or the reason for a
 * refusal.
 *
 * The run then rejects with `GuardrailError`, and the message is in no request and no storage. A
 * `check` that throws refuses too; for a message that waits it is called again with the run.
 */
export const inputGuardrail = (
  name: string,
  check: GuardrailCheck<RunContext | undefined>,
): AgentPlugin => ({
  name: `input guardrail ${name}`,
  input: ({ run, text, content: input }) =>
    accept(() => check(text, run), { name, phase: 'input', input }),
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
  check: GuardrailCheck,
  options: { readonly buffer?: boolean | undefined } = {},
): AgentPlugin => {
  checkOptions('`outputGuardrail`', options, { buffer: 'hold' })
  return {
    name: `output guardrail ${name}`,
    enforce: 'pre',
    request: async ({ run, onDelta }, next) => {
      if (options.buffer) onDelta(() => undefined)
      const response = await next()
      const { content, calls, finishReason } = response
      // A message of calls alone, and a cut one without text, have nothing to check.
      if (content || (calls.length === 0 && finishReason !== undefined)) {
        await accept(() => check(content, run), { name, phase: 'output' })
      }
      return response
    },
  }
}

/** What a check is about. */
interface Checked {
  readonly name: string
  readonly phase: 'input' | 'output'
  readonly input?: UserContent
}

/**
 * Calls a check. Throws `GuardrailError`, or rejects with it, if the check does not accept the
 * text. The error has a `cause` if the check itself threw. Returns nothing if the text is accepted
 * at once.
 */
function accept(
  check: () => ReturnType<GuardrailCheck>,
  { name, phase, input }: Checked,
): Promise<void> | undefined {
  const refuse = (reason: unknown, cause?: unknown): never => {
    const words = typeof reason === 'string' && reason !== '' ? reason : noReason
    throw new GuardrailError(name, phase, words, { input, cause })
  }
  const fail = (thrown: unknown): never => refuse(failed, thrown)
  let said: ReturnType<GuardrailCheck>
  try {
    said = check()
  } catch (thrown) {
    return fail(thrown)
  }
  if (said === true) return undefined
  if (typeof said === 'string') return refuse(said)
  return Promise.resolve(said).then(
    (verdict) => (verdict === true ? undefined : refuse(verdict)),
    fail,
  )
}

const noReason = 'No reason was given.'
const failed = 'The check itself failed, so nothing was let through.'

/**
 * Asks the model again if its answer does not fit `output`. It asks at most `maxAttempts` times (a
 * whole number from 1, default 1); each counts as an iteration. If the last answer does not fit
 * either, the run rejects with the code `output`.
 */
export function repair(options: { maxAttempts?: number | undefined } = {}): AgentPlugin {
  checkOptions('`repair`', options, { maxAttempts: 'attempts max retries' })
  const { maxAttempts = 1 } = options
  checkCount('maxAttempts', maxAttempts, 1)
  const own: Repair = {
    maxAttempts,
    toMessage: (issues) => {
      const lines = issues.map(
        ({ path, message }) => `- ${path?.join('.') || 'answer'}: ${message}`,
      )
      return `Your answer does not fit the schema:\n${lines.join('\n')}\nAnswer again with the corrected JSON only.`
    },
  }
  return { name: 'repair', [parts]: { repair: own } }
}

/** Returns a message as one line of JSON for a model. Third-party text stands in an envelope. */
function sayOf({ role, taint }: Message, content: UserContent): string {
  const json = toJsonText(textOf(content))
  return taint === 'untrusted' ? toUntrustedEnvelope('conversation', json) : `${role}: ${json}`
}

/** Returns the lines of a text, or the texts of a list in JSON, which many models write. */
function toLines(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1))
    if (Array.isArray(list) && list.every((each) => typeof each === 'string')) return list
  } catch {
    // The text is not JSON.
  }
  return text.split('\n')
}

/**
 * Lets a model suggest the user's next messages, once a run has completed. At most `max` short
 * sentences (default 3) are in the result's `followupSuggestions`. If the model call fails, there
 * are no suggestions.
 */
export function followups(
  options: { readonly max?: number | undefined; readonly model?: LanguageModelV4 | undefined } = {},
): AgentPlugin {
  checkOptions('`followups`', options, { max: 'count', model: '' })
  const { max = 3, model } = options
  const instructions = `Suggest at most ${max} short things the user may say next, one a line, in their language. Nothing else.`
  /** The history of the last request of a run. */
  const asked = new WeakMap<RunContext, readonly Message[]>()
  const suggest = async (run: RunContext, messages: readonly Message[]): Promise<string[]> => {
    const said = messages.flatMap((message) =>
      message.role === 'tool' || !message.content ? [] : [sayOf(message, message.content)],
    )
    const text = await run.ask(said.slice(-6).join('\n'), { model, instructions })
    return toLines(text)
      .map((line) => line.replace(/^[-*\d.)\s]+/, '').trim())
      .filter(Boolean)
      .slice(0, max)
  }
  return {
    name: 'followups',
    request: ({ run, messages }, next) => {
      asked.set(run, messages)
      return next()
    },
    run: async ({ run }, next) => {
      const result = await next()
      if (!result) return result
      const before = asked.get(run) ?? []
      const known = new Set(before.map(({ id }) => id))
      const messages = [...before, ...result.messages.filter(({ id }) => !known.has(id))]
      const followupSuggestions = await suggest(run, messages).catch(() => [])
      return { ...result, followupSuggestions }
    },
  }
}
