import { Chat } from 'ambit/chat'
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
    <Chat.Root>
      <Chat.Panel>
        <Chat.Header />
        <Chat.Markdown text="Hello." />
        <Chat.Queue />
      </Chat.Panel>
    </Chat.Root>
  </AgentProvider>,
)
