import { AgentError, type LocalModel } from '@ambit/core'
import { Loading } from './loading.ts'
import type { TextModel } from './text-model.ts'
import type { Writer } from './writer.ts'

/**
 * Makes a language model of an engine that writes text under a JSON Schema. The model answers with
 * text or with one call, whose arguments fit the schema of the tool. Text comes in pieces, and a
 * call when it is whole. JSON that is cut ends with the finish reason `length`, and calls nothing.
 *
 * - Keywords that the engine cannot enforce are left out with a warning; the agent checks them.
 * - Of more than twelve tools, the prompt has the first sentence and the names of the parameters.
 * - Turns that do not fit into the engine's context are left out, the oldest first, with a warning.
 *   An agent with a compaction shortens the conversation instead, by the tokens of the engine.
 * - One answer is written at a time, in the order of the requests.
 * - A call downloads nothing. It fails with a `ModelError` of the kind `not_loaded` if the model
 *   must be downloaded first, or cannot run here.
 * - An engine that fails is a `ModelError`; the next call loads another one.
 */
export function constrained(model: TextModel): LocalModel {
  const { modelId, load } = Object(model) as Partial<TextModel>
  if (typeof modelId !== 'string' || typeof load !== 'function')
    throw new AgentError('`constrained` needs a model with a `modelId` and a function `load`.')
  const loading = new Loading(model)
  let writer: Promise<Writer> | undefined
  /** Fetches the code that writes answers, again if that has failed. */
  const open = (): Promise<Writer> =>
    (writer ??= import('./writer.ts').then(
      ({ Writer }) => new Writer(loading),
      (thrown: unknown) => {
        writer = undefined
        throw thrown
      },
    ))
  return {
    specificationVersion: 'v4',
    provider: 'ambit-local',
    isLocal: true,
    isRemovable: model.remove !== undefined,
    modelId,
    supportedUrls: {},
    doStream: async (options) => (await open()).stream(options),
    doGenerate: async (options) => {
      const { generate } = await import('./generate.ts')
      return generate((await (await open()).stream(options)).stream)
    },
    get state() {
      return loading.state
    },
    get contextTokens() {
      return loading.contextTokens
    },
    subscribe: (listener) => loading.subscribe(listener),
    check: () => loading.check(),
    // A model that is ready answers without a network.
    load: async () => void (await Promise.all([loading.load(), open()])),
    cancel: () => loading.cancel(),
    remove: () => loading.remove(),
  }
}
