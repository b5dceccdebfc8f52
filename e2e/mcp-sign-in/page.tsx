import { connectMcp } from '@ambit/bridges/mcp'
import { finishMcpSignIn, mcpOAuth, proxySignIn } from '@ambit/bridges/mcp-oauth'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent } from 'ambit'
import { AgentProvider } from 'ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { createRoot } from 'react-dom/client'

/** Shows a chat with the server that the address names, directly or behind the proxy. */
function show(): void {
  const direct = new URLSearchParams(location.search).get('direct')
  const model = scriptedModel([calls(call('tickets_whoami')), 'Done.'])
  const agent = createAgent({ model })
  const auth = direct ? mcpOAuth({ clientId: 'page', redirectUrl: '/signed-in' }) : proxySignIn()
  const url = direct ?? '/api/agent/mcp/tickets'
  const connection = connectMcp(agent, { name: 'tickets', url, auth, effect: () => 'read' })
  Object.assign(globalThis, { agent, connection, auth })
  createRoot(document.querySelector('#root') as HTMLElement).render(
    <AgentProvider agent={agent}>
      <Copilot defaultOpen />
    </AgentProvider>,
  )
}

if (location.pathname === '/signed-in') finishMcpSignIn()
else show()
