import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'

/** Renders the tab "Requests". */
export function RequestsTab({ watched }: TabProps): ReactElement {
  return <p>{watched.agent.name}</p>
}
