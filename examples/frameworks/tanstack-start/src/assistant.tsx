import { indexedDbStorage } from 'ambit/storage'
import { Copilot } from 'ambit/chat'
import 'ambit/chat/styles.css'
import { type Agent, createAgent, createProxyModel } from 'ambit'
import { AgentProvider } from 'ambit/react'
import type { ReactNode } from 'react'

const model = createProxyModel({ baseURL: '/api/agent', modelId: 'openai/gpt-5' })

const newAgent = (): Agent =>
  createAgent({
    model,
    instructions: 'You help with the shopping list that the user sees.',
    storage: indexedDbStorage({ name: 'shopping' }),
  })

/** Gives the page below it an agent, and the chat in the corner. */
export function Assistant({ children }: { children: ReactNode }) {
  return (
    <AgentProvider agent={newAgent}>
      {children}
      <Copilot start={{ suggestions: ['Add honey to the list'] }} />
    </AgentProvider>
  )
}
