import { type Agent, type AgentOptions, type Clock, createAgent } from '@ambit/core'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Reply } from './reply.ts'
import { type ScriptedModel, scriptedModel } from './scripted-model.ts'

/** The options of {@link testAgent}: those of an agent, and what a test replaces. */
export interface TestAgentOptions extends Partial<AgentOptions> {
  /** The replies of the model, as `scriptedModel` takes them. Default: none. */
  readonly script?: readonly Reply[] | undefined
  /** The source of time and timers, such as `createFakeClock()`. Default: the environment's. */
  readonly clock?: Clock | undefined
  /** The source of ids. Each call returns another one. Default: random ids. */
  readonly createId?: (() => string) | undefined
  /** The source of numbers from 0 to 1, for the pauses between retries. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** An agent for a test, with the requests that its scripted model got. */
export type TestAgent = Agent & { readonly requests: readonly LanguageModelV4CallOptions[] }

/**
 * Creates an agent with a scripted model, and with a clock and ids of the test. With `model`, that
 * model is asked in place of a script, and `requests` is empty.
 *
 * @example
 * const agent = testAgent({ script: [call('add', { by: 2 }), 'Done.'], tools: [add] })
 */
export function testAgent(options: TestAgentOptions): TestAgent {
  const { script = [], clock, createId, random, ...given } = options
  const own: ScriptedModel = scriptedModel(script)
  const environment = { [Symbol.for('ambit.environment')]: { clock, createId, random } }
  const agent = createAgent({ model: own, ...given, ...environment })
  return Object.defineProperty(agent, 'requests', { get: () => own.requests }) as TestAgent
}
