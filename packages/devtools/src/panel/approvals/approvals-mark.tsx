import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'

/** Renders the number of calls that wait, in the tab's button. */
export function ApprovalsMark({ watched }: Pick<TabProps, 'watched'>): ReactElement {
  const { items } = useRead(watched.agent.pending)
  const count = items.filter(({ kind }) => kind === 'approval').length
  return count > 0 ? <span className="mark"> {count}</span> : <></>
}
