import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'
import { Held } from './held.tsx'
import { Now } from './now.tsx'
import { Shared } from './shared.tsx'
import { StoredSessions } from './stored-sessions.tsx'
import { Waiting } from './waiting.tsx'

/** Renders the tab "State": what the agent holds beside the messages. */
export function StateTab({ watched: { agent, states }, go }: TabProps): ReactElement {
  return (
    <div className="state">
      <Shared agent={agent} states={states} go={go} />
      <Now agent={agent} />
      <Waiting agent={agent} />
      <StoredSessions key={agent.name} agent={agent} />
      <Held agent={agent} />
    </div>
  )
}
