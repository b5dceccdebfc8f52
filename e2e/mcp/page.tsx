import { useMcp } from '@ambit/bridges/mcp-react'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createAgent } from 'ambit'
import { AgentProvider } from 'ambit/react'
import { call, calls, scriptedModel } from '@ambit/testing'
import { type ReactElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** Shows a chat with two servers, both behind the proxy of the page. */
function Page(): ReactElement {
  const every = useMcp({
    name: 'every',
    url: '/api/agent/mcp/everything',
    resources: 'mentions',
    prompts: 'commands',
  })
  const shop = useMcp({ name: 'shop', url: '/api/agent/mcp/shop' })
  return (
    <main>
      <p>
        {every.server?.protocolVersion} {every.status}
      </p>
      <p>
        {shop.server?.protocolVersion} {shop.status}
      </p>
      <Copilot defaultOpen composer={{ mentions: every.mentions, commands: every.commands }} />
    </main>
  )
}

const model = scriptedModel([
  calls(
    call('every_get-structured-content', { location: 'Chicago' }),
    call('shop_order', { sku: 'tea' }),
  ),
  'It is on its way.',
])
const agent = createAgent({ model })
Object.assign(globalThis, { agent })

createRoot(document.querySelector('#root') as HTMLElement).render(
  <StrictMode>
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>
  </StrictMode>,
)
