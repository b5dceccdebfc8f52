import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'

/** Renders the tab "State". */
export function StateTab({ watched }: TabProps): ReactElement {
  return <p>{watched.agent.name}</p>
}
