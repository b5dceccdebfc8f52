import { Copilot } from 'ambit/chat'
import { AskAbout } from 'ambit/chat/ask-about'
import 'ambit/chat/styles.css'
import { createAgent, createProxyModel } from 'ambit'
import { AgentProvider } from 'ambit/react'
import { show } from './show.ts'
import { useGuests } from './use-guests.ts'

const agent = createAgent({
  model: createProxyModel({ baseURL: '/api/agent', modelId: 'test/scripted' }),
})

function Guests() {
  return <p>{useGuests().join(', ')}</p>
}

show(
  <AgentProvider agent={agent}>
    <Guests />
    <Copilot>
      <AskAbout root="main" />
    </Copilot>
  </AgentProvider>,
)
