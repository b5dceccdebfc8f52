import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'

/** Renders the tab "Tools". */
export function ToolsTab({ watched }: TabProps): ReactElement {
  return <p>{watched.agent.name}</p>
}
