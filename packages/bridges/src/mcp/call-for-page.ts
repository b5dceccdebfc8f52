import { AgentError } from '@ambit/core'
import type { OpenLink } from './open-link.ts'
import type { McpCallOptions } from './mcp-connection.ts'
import type { McpToolResult } from './mcp-definitions.ts'

/**
 * Calls a tool for the page or for an app of the server, under the agent's rules. Resolves with the
 * result as the server sent it.
 */
export async function callForPage(
  { host, results }: OpenLink,
  name: string,
  args: Record<string, unknown>,
  { source = 'ui', signal }: McpCallOptions,
): Promise<McpToolResult> {
  const isApp = source === 'mcp-app'
  const run = host.agent.runTool(name, args, {
    source,
    signal,
    history: isApp ? 'note' : false,
    ...(isApp && { taint: `an app of ${host.label}` }),
  })
  const thrown = await run.then(
    () => undefined,
    (error: unknown) => error,
  )
  for (const event of run.events) {
    // The tool throws for a result that says it is an error.
    const result = 'callId' in event && results.get(event.callId)
    if (result) return result
  }
  throw thrown ?? new AgentError(`The result of "${name}" was not kept.`)
}
