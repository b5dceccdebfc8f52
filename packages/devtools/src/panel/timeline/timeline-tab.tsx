import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'

/** Renders the tab "Timeline". */
export function TimelineTab({ watched }: TabProps): ReactElement {
  return <p>{watched.agent.name}</p>
}
