import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'
import { Held } from './held.tsx'
import { Now } from './now.tsx'
import { StoredSessions } from './stored-sessions.tsx'
import { Waiting } from './waiting.tsx'

/** Renders the tab "State": what the agent holds beside the messages. */
export function StateTab({ watched: { agent } }: TabProps): ReactElement {
  return (
    <div className="state">
      <Now agent={agent} />
      <Waiting agent={agent} />
      <StoredSessions key={agent.name} agent={agent} />
      <Held agent={agent} />
    </div>
  )
}
