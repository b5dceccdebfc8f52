import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'

/** Renders the tab "History". */
export function HistoryTab({ watched }: TabProps): ReactElement {
  return <p>{watched.agent.name}</p>
}
