import { type Agent, type AgentOptions, createAgent, Tool } from '@ambit/core'
import { type Reply, scriptedModel } from '@ambit/testing'
import { onTestFinished, vi } from 'vitest'
import { connectMcp } from '../src/mcp/connect-mcp.ts'
import type { McpConnection, McpStatus } from '../src/mcp/mcp-connection.ts'
import type { McpOptions } from '../src/mcp/mcp-options.ts'
import type { FakeMcp } from './fake-mcp.ts'

/** Creates an agent with a user, and a tool that sends. */
export function agentWith(replies: Reply[] = [], options: Partial<AgentOptions> = {}) {
  const mail = new Tool({
    name: 'mail',
    description: 'Sends a mail.',
    effect: 'egress',
    handler: () => 'sent',
  })
  const model = scriptedModel(replies)
  const agent = createAgent({ model, tools: [mail], ...options })
  agent.pending.attach('approval')
  return { agent, model }
}

/** Connects an agent with a fake server, until the test ends. */
export function connectFake(
  agent: Agent,
  server: FakeMcp,
  options: Partial<McpOptions> = {},
): McpConnection {
  const url = 'https://tickets.example/mcp'
  const connection = connectMcp(agent, { name: 'tickets', url, fetch: server.fetch, ...options })
  onTestFinished(connection.close)
  return connection
}

/** Waits until a connection has a status. */
export const until = (connection: McpConnection, status: McpStatus): Promise<void> =>
  vi.waitFor(
    () => {
      const state = connection.getState()
      if (state.status !== status) throw new Error(`${state.status}: ${state.reason}`)
    },
    // A server may begin late on a busy machine.
    { timeout: 15_000 },
  )

/** Connects, and waits until it is ready. */
export async function readyWith(
  server: FakeMcp,
  { replies = [], ...options }: Partial<McpOptions> & { replies?: Reply[] } = {},
) {
  const under = agentWith(replies)
  const connection = connectFake(under.agent, server, options)
  await until(connection, 'ready')
  return { ...under, connection }
}

/** Returns the tools that an agent has of the server. */
export const toolsOf = (agent: Agent) =>
  agent.scopes.tools.flatMap(({ tool, scope }) => (scope.name === 'mcp:tickets' ? [tool] : []))

export const namesOf = (agent: Agent): string[] => toolsOf(agent).map(({ name }) => name)

/** Waits for the approval that is asked for. */
export const asked = (agent: Agent) =>
  vi.waitFor(() => {
    const [request] = agent.pending.list('approval')
    if (!request) throw new Error('Nothing waits.')
    return request
  })

/** Waits for the question that is asked. */
export const question = (agent: Agent) =>
  vi.waitFor(() => {
    const [ask] = agent.pending.list('question')
    if (!ask) throw new Error('Nothing is asked.')
    return ask
  })
