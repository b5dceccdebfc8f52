import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'

/** Renders the tab "Save". */
export function SaveTab({ watched }: TabProps): ReactElement {
  return <p>{watched.agent.name}</p>
}
