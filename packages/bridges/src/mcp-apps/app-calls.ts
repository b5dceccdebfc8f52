import { AgentError } from '@ambit/core'
import type { McpConnection } from '../mcp/mcp-connection.ts'
import { createMinuteLimit } from '../outside/minute-limit.ts'
import type { McpAppHandlers } from './app-options.ts'

/** The most calls and reads of one app in any minute. */
const perMinute = 30

/** Returns what an app may ask of its own server, under the agent's rules. */
export function appCalls(
  connection: Pick<McpConnection, 'getState' | 'callTool' | 'readResource'>,
): Pick<McpAppHandlers, 'callTool' | 'readResource'> {
  const mayAsk = createMinuteLimit(perMinute)
  const expectFree = (): void => {
    if (!mayAsk()) throw new Error(`An app may ask at most ${perMinute} times a minute.`)
  }
  return {
    callTool: async (name, args, signal) => {
      const { tools } = connection.getState()
      const tool = tools.find(({ definition }) => definition.name === name)
      // Without this, an app would reach what its server keeps for models, and the page's tools.
      if (!tool?.visibility.includes('app')) throw new Error('An app may not call this tool.')
      expectFree()
      try {
        return await connection.callTool(name, args, { source: 'mcp-app', signal })
      } catch (error) {
        const text = AgentError.is(error) ? error.message : 'The call failed.'
        return { content: [{ type: 'text', text }], isError: true }
      }
    },
    readResource: async (uri, signal) => {
      expectFree()
      return connection.readResource(uri, signal)
    },
  }
}
