import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'

/** Renders the tab "Approvals". */
export function ApprovalsTab({ watched }: TabProps): ReactElement {
  return <p>{watched.agent.name}</p>
}
