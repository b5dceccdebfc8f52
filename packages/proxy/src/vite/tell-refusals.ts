import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ModelRules } from '../model-table.ts'
import type { EnvModels } from '../providers/providers-from-env.ts'

/** The length of a printed message, in characters. A longer one may repeat the request. */
const mostChars = 200

/**
 * Lets models print why their provider refused a request, such as a model that it does not have.
 * It is for the user who develops the app: the page gets a code only.
 *
 * @param env The environment of the server. The values of names that end in `_KEY` are left out.
 */
export function tellRefusals(
  models: EnvModels,
  env: Readonly<Record<string, string>>,
  print: (line: string) => void,
): EnvModels {
  const keys = Object.keys(env).flatMap((name) => (name.endsWith('_KEY') && env[name]) || [])
  const told = (id: string, model: LanguageModelV4): LanguageModelV4 =>
    withWatch(model, (thrown) => {
      const refusal = toRefusal(thrown, keys)
      if (refusal !== undefined) print(`${id}: the provider answered ${refusal}`)
    })
  return Object.fromEntries(
    Object.entries(models).map(([id, rules]) => {
      if (!('model' in rules)) return [id, rules]
      const { model } = rules
      const watched: ModelRules['model'] =
        typeof model === 'function'
          ? async (request) => told(id, await model(request))
          : told(id, model)
      return [id, { ...rules, model: watched }]
    }),
  )
}

/** Returns the model with a listener for the errors of its calls. */
const withWatch = (model: LanguageModelV4, onError: (thrown: unknown) => void): LanguageModelV4 => {
  const watch = async <T>(answer: PromiseLike<T>): Promise<T> => {
    try {
      return await answer
    } catch (thrown) {
      onError(thrown)
      throw thrown
    }
  }
  // All else is the model's own, such as its settings.
  const watched: LanguageModelV4 = Object.create(model)
  watched.doGenerate = (options) => watch(model.doGenerate(options))
  watched.doStream = (options) => watch(model.doStream(options))
  return watched
}

/** Returns status and message of a refusal by the provider, on one line and without keys. */
function toRefusal(thrown: unknown, keys: readonly string[]): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  const { statusCode, message } = thrown as { statusCode?: unknown; message?: unknown }
  // A provider repeats letters of a key that it does not accept.
  if (statusCode !== 400 && statusCode !== 404 && statusCode !== 422) return undefined
  if (typeof message !== 'string') return undefined
  const line = keys
    .reduce((text, key) => text.replaceAll(key, '…'), message)
    .replaceAll(/\b(?:sk|pk|rk|gsk|AIza)[-_]?[\w*-]{6,}/g, '…')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return `${statusCode}, “${line.slice(0, mostChars)}”`
}
