import { type Agent, type AgentOptions, createAgent, jsonSchema, Tool } from '@ambit/core'

/** An agent of two tools, which write down what they are run with. */
export function createTestAgent(options: AgentOptions): { agent: Agent; ran: string[] } {
  const ran: string[] = []
  const save = new Tool({
    name: 'save',
    description: 'Saves a note.',
    parameters: jsonSchema<{ title: string }>({
      type: 'object',
      properties: { title: { type: 'string' } },
      required: ['title'],
    }),
    handler: ({ title }) => {
      ran.push(title)
      return 'saved'
    },
  })
  const refresh = new Tool({
    name: 'refresh',
    description: 'Refreshes.',
    handler: () => void ran.push('(refresh)'),
  })
  return { agent: createAgent({ random: () => 0, tools: [save, refresh], ...options }), ran }
}
