import { type Agent, type AgentOptions, createAgent, Tool } from '@ambit/core'
import { type Reply, scriptedModel } from '@ambit/testing'
import { type Watched, watchAgent } from '../src/watch/watch-agent.ts'

/** Creates an agent with a scripted model and a tool `beep`, and watches it. */
export function watchedAgent(
  replies: readonly Reply[],
  options: Partial<AgentOptions> = {},
): Watched & { readonly agent: Agent } {
  const beep = new Tool({
    name: 'beep',
    description: 'Beep.',
    handler: (_, { undo }) => {
      undo(() => undefined)
      return 'beeped'
    },
  })
  const model = scriptedModel(replies)
  return watchAgent(createAgent({ name: 'helper', model, tools: [beep], ...options }))
}
