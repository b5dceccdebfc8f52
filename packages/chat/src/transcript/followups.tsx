import { useAgent } from '@ambit/react'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { SuggestionList } from './suggestion-list.tsx'

/** What the model suggests to say next, where the agent has `followups()`: under the answer it belongs to, until something else is said. */
export function Followups(): ReactElement | null {
  const { followups } = useChat()
  const { agent, status } = useAgent()
  if (!followups || status !== 'idle' || followups.head !== agent.history.head) return null
  return <SuggestionList texts={followups.texts} />
}
