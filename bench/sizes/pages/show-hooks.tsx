import { type AgentOptions, createAgent, createProxyModel, Scope, Tool } from 'ambit'
import { AgentProvider, useAgent } from 'ambit/react'
import type { ReactNode } from 'react'
import { show } from './show.ts'
import { useGuests } from './use-guests.ts'

const readClock = new Tool({
  name: 'read_clock',
  description: 'Tells the time.',
  handler: () => Date.now(),
})

function Guests() {
  const guests = useGuests()
  const { messages, chat } = useAgent()
  return (
    <>
      <button onClick={() => void chat('Invite Grace.')}>{guests.join(', ')}</button>
      {messages.map(
        (message) => message.role === 'assistant' && <p key={message.id}>{message.content}</p>,
      )}
    </>
  )
}

/** Renders the page with an agent, a chat that the page draws itself, and further content. */
export function showHooks(options?: Partial<AgentOptions>, content?: ReactNode): void {
  const agent = createAgent({
    model: createProxyModel({ baseURL: '/api/agent', modelId: 'test/scripted' }),
    scopes: [new Scope({ name: 'clock', tools: [readClock] })],
    ...options,
  })
  show(
    <AgentProvider agent={agent}>
      <Guests />
      {content}
    </AgentProvider>,
  )
}
