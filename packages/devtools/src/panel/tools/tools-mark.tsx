import type { ReactElement } from 'react'
import type { TabProps } from '../tab.ts'
import { useRead } from '../use-read.ts'

/** Renders a mark in the tab's button while a toggle is on. */
export function ToolsMark({ watched: { toggles } }: Pick<TabProps, 'watched'>): ReactElement {
  useRead(toggles)
  return toggles.isAnyOn ? <span className="mark warn"> changed</span> : <></>
}
