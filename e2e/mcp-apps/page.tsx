import { connectMcp } from '@ambit/bridges/mcp'
import { McpApps } from '@ambit/bridges/mcp-apps'
import { indexedDbStorage } from 'ambit/storage'
import { Copilot, useComposer } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent } from 'ambit'
import { memoryAudit } from 'ambit/plugins'
import { AgentProvider } from 'ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
const tool = query.get('tool') ?? 'show'
const sandboxUrl = query.get('sandbox') ?? undefined

const audit = memoryAudit()
const model = scriptedModel([
  calls(call(`tickets_${tool}`, { board: 'A' })),
  'Here.',
  'Yes.',
  'No.',
])
const agent = createAgent({ model, use: [audit], storage: indexedDbStorage({ name: 'mcp-apps' }) })
const connection = connectMcp(agent, { name: 'tickets', url: '/mcp', apps: true })
Object.assign(globalThis, { agent, audit, model, connection })

/** Shows the apps. With `compose` in the address, their messages go into the composer. */
function Apps(): ReactElement {
  const { insert } = useComposer()
  return (
    <McpApps
      connection={connection}
      label="Tickets"
      sandboxUrl={sandboxUrl}
      theme="light"
      compose={query.has('compose') ? insert : undefined}
    />
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <AgentProvider agent={agent}>
      <Apps />
      <Copilot defaultOpen />
    </AgentProvider>
  </StrictMode>,
)
