import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'

/** Renders the number of calls that wait, in the tab's button. */
export function ApprovalsMark({ watched }: Pick<TabProps, 'watched'>): ReactElement {
  const { pending } = useRead(watched.agent.approvals)
  return pending.length > 0 ? <span className="mark"> {pending.length}</span> : <></>
}
