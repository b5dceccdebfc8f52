import type { ScriptedModel } from '@ambit/testing'
import { type ChosenModel, chooseModel, constrained, type TextModel } from 'ambit/local-models'

/** A model whose download comes to a quarter, and stays there. */
const far = (modelId: string, bytes: number): TextModel => ({
  modelId,
  find: async () => ({ status: 'downloadable', bytes }),
  load: ({ signal, onProgress }) =>
    new Promise((_, reject) => {
      onProgress(bytes / 4, bytes)
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
})

/** A model that is on the device, and can be deleted. */
const near: TextModel = {
  modelId: 'near',
  load: () => new Promise(() => undefined),
  remove: async () => undefined,
}

const absent: TextModel = {
  modelId: 'browser',
  find: async () => ({ status: 'unavailable', reason: 'This browser has no model of its own.' }),
  load: () => new Promise(() => undefined),
}

/** A model of several: with each button, and each kind of reason. */
export const models = (scripted: ScriptedModel): ChosenModel =>
  chooseModel([
    { model: constrained(absent), label: 'Model of the browser' },
    { model: constrained(far('small.gguf', 4e8)), label: 'Small model, in this page' },
    { model: constrained(far('a-model-with-a-long-name-that-has-no-spaces-Q4_K_M.gguf', 25e7)) },
    { model: scripted, label: 'Model of our server' },
    { model: constrained(near), label: 'Spare model' },
  ])
