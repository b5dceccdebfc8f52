import { connectMcp, type McpConnection, type McpOptions, type McpStatus } from '@ambit/bridges/mcp'
import { type Agent, createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'

/** Makes an agent whose user allows every call, and answers each question with its defaults. */
export function readyAgent(): Agent {
  const agent = createAgent({ model: scriptedModel([]), name: 'page' })
  const { pending } = agent
  pending.attach('approval')
  pending.attach('question')
  const answer = (): void => {
    for (const { id } of pending.list('approval')) pending.approve(id)
    for (const { id, schema } of pending.list('question')) {
      const { properties = {} } = Object(schema) as { properties?: Record<string, unknown> }
      const defaults = Object.entries(properties).map(([name, field]) => [
        name,
        (Object(field) as { default?: unknown }).default,
      ])
      void pending.answer(id, Object.fromEntries(defaults))
    }
  }
  pending.subscribe(answer)
  return agent
}

/** Connects, and waits for the first status that lasts. */
export async function connect(options: McpOptions): Promise<McpConnection> {
  const connection = connectMcp(readyAgent(), options)
  await statusOf(connection)
  return connection
}

/** Waits until a connection has found out how it stands. */
export const statusOf = (connection: McpConnection): Promise<McpStatus> =>
  new Promise((resolve) => {
    const look = (): void => {
      const { status } = connection.getState()
      if (status === 'connecting') return
      stop()
      resolve(status)
    }
    const stop = connection.subscribe(look)
    look()
  })
