import type { Agent } from '@ambit/core'
import type { McpConnection } from './mcp-connection.ts'

/**
 * Offers the sign-in of a connection to the user while it waits for one, until the signal aborts.
 */
export function offerSignIn(
  { agent, label }: { readonly agent: Agent; readonly label: string },
  { name, signIn: start, getState, subscribe }: McpConnection,
  signal: AbortSignal,
): void {
  let takeBack: (() => void) | undefined
  const stop = subscribe(() => {
    const { status, reason = '' } = getState()
    // A server may want more rights for one call, while the rest works.
    const isWanted = status === 'signin' || (status === 'ready' && reason)
    if (!isWanted) return takeBack?.()
    // The reason of the first try has no more than this.
    const problem = reason.slice(`Sign in to ${label}: `.length) || undefined
    takeBack = agent.pending.offer({ id: `mcp:${name}`, label, problem, start })
  })
  signal.addEventListener('abort', () => {
    stop()
    takeBack?.()
  })
}
