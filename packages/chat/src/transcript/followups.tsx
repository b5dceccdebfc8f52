import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { SuggestionList } from '../suggestions/suggestion-list.tsx'

/**
 * Shows the model's suggestions under the answer that they belong to, until another message
 * follows. Needs an agent with `followups()`.
 */
export function Followups(): ReactElement | null {
  const { followups } = useChat()
  const { agent, status } = useAgent()
  if (!followups || status !== 'idle' || followups.head !== agent.history.head) return null
  return <SuggestionList suggestions={followups.texts} />
}
