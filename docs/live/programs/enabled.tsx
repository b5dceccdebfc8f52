import { createAgent, unavailable } from 'ambit'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { createDemoModel } from 'ambit/demo'
import { AgentProvider, AgentScope, useTool } from 'ambit/react'
import { useState } from 'react'

const agent = createAgent({ name: 'invoices', model: createDemoModel() })

function SendInvoice({ isOpen, onSend }: { isOpen: boolean; onSend: () => void }) {
  useTool({
    name: 'send_invoice',
    description: 'Send the open invoice to its customer.',
    // Open the invoice, or change the reason, and say it again.
    enabled: () => isOpen || unavailable('Open the invoice first.'),
    handler: onSend,
  })
  return (
    <button disabled={!isOpen} onClick={onSend}>
      Send it
    </button>
  )
}

export function App() {
  const [isOpen, setOpen] = useState(false)
  const [sent, setSent] = useState(0)
  return (
    <AgentProvider agent={agent}>
      <main>
        <AgentScope name="invoices" label="Invoice">
          <h1>Invoice A-17</h1>
          <p>Sent {sent} times.</p>
          <label>
            <input type="checkbox" checked={isOpen} onChange={() => setOpen(!isOpen)} /> open
          </label>{' '}
          <SendInvoice isOpen={isOpen} onSend={() => setSent((count) => count + 1)} />
        </AgentScope>
      </main>
      <Copilot form="inline" start={{ suggestions: ['Send the invoice'] }} />
    </AgentProvider>
  )
}
