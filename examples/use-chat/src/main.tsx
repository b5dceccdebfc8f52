import { AgentProvider } from 'ambit/react'
import { type ReactElement, StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { agent } from './agent.ts'
import { Chat } from './chat.tsx'
import { ReadingList } from './reading-list.tsx'
import './styles.css'

/** Shows the chat of the open session, once the session has been read. */
function OpenChat(): ReactElement | null {
  const { current, isOpening } = useSyncExternalStore(
    agent.sessions.subscribe,
    agent.sessions.getState,
  )
  if (isOpening) return null
  return <Chat key={current} id={current} onNew={() => void agent.sessions.create()} />
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AgentProvider agent={agent}>
        <ReadingList />
        <OpenChat />
      </AgentProvider>
    </StrictMode>,
  )
}
