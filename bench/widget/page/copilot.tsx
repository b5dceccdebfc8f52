import { Copilot, preloadMarkdown } from 'ambit/chat'
import { AgentProvider } from 'ambit/react'
import { createRoot } from 'react-dom/client'
import { createAnswering } from '../../browser/page/chats/create-answering.ts'
import type { Mount } from '../../browser/page/conversation.ts'
import { countingStrings } from './work.ts'

/** Mounts the whole widget in the box. */
export const mount: Mount = async (root, earlier) => {
  await preloadMarkdown()
  const { agent, ask } = createAnswering(earlier)
  createRoot(root).render(
    <AgentProvider agent={agent}>
      <Copilot form="inline" strings={countingStrings} />
    </AgentProvider>,
  )
  return { ask }
}
