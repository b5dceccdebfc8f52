import type { Agent } from '@ambit/core'
import type { McpConnection } from './mcp-connection.ts'

/** Offers the sign-in of a connection to the person while it waits for one, until the signal aborts. */
export function offerSignIn(
  agent: Agent,
  connection: McpConnection,
  label: string,
  signal: AbortSignal,
): void {
  let takeBack: (() => void) | undefined
  const look = (): void => {
    const { status, reason = '' } = connection.getState()
    if (status !== 'signin') {
      takeBack?.()
      takeBack = undefined
      return
    }
    const [, problem] = reason.split(`Sign in to ${label}: `, 2)
    const id = `mcp:${connection.name}`
    takeBack = agent.signIns.offer({ id, label, problem, start: connection.signIn })
  }
  const unsubscribe = connection.subscribe(look)
  signal.addEventListener('abort', () => {
    unsubscribe()
    takeBack?.()
  })
}
