import type { Agent } from 'ambit'
import { type Reply, type ScriptedModel, scriptedModel } from '@ambit/testing'

/** Has a script answer in place of the model that a program names. */
export function play(agent: Agent, replies: readonly Reply[]): ScriptedModel {
  const model = scriptedModel(replies, { modelId: 'openai/gpt-5' })
  agent.use({ name: 'script', request: (_, next) => next({ model }) })
  return model
}
