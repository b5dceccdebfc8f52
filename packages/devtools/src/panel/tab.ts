import type { ComponentType } from 'react'
import type { Watched } from '../watch/watch-agent.ts'

/** The props of the content of a tab. */
export interface TabProps {
  readonly watched: Watched
  /** Opens another tab, at the thing with this id: a request, a call or a message. */
  readonly go: (tab: TabName, id?: string) => void
  /** The id of the thing that `go` opened this tab at. */
  readonly at?: string | undefined
}

export type TabName = 'timeline' | 'requests' | 'tools' | 'approvals' | 'history' | 'state' | 'save'

/** A tab of the panel. */
export interface Tab {
  readonly name: TabName
  readonly title: string
  readonly Content: ComponentType<TabProps>
  /** The mark in the tab's button, such as a number. */
  readonly Mark?: ComponentType<Pick<TabProps, 'watched'>> | undefined
}
