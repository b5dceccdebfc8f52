import type { MessagePage } from '@ambit/react'
import { Component } from 'react'
import type { EndKeeper } from './end-keeper.ts'

export interface SamePlaceProps {
  /** The messages that are drawn. */
  readonly pages: readonly MessagePage[]
  readonly end: EndKeeper
}

/** What stood first, and where on the screen. */
interface Place {
  readonly element: Element
  readonly top: number
}

/** Keeps what is read in its place as messages come before it: not all browsers do, and none at the very top. A class, since no hook is asked before the page changes. */
export class SamePlace extends Component<SamePlaceProps> {
  override getSnapshotBeforeUpdate(before: SamePlaceProps): Place | null {
    const { pages, end } = this.props
    const first = before.pages[0]?.[0]
    // The end is kept in view anyway, for less.
    if (first === undefined || first === pages[0]?.[0] || end.isAtEnd()) return null
    const hasMore = pages.some((page) => page.includes(first))
    // One message, not how far it is to the end: a browser that skips what is out of view only guesses at that.
    const element = hasMore && end.region?.querySelector('.ambit-page > *')
    return element ? { element, top: element.getBoundingClientRect().top } : null
  }

  override componentDidUpdate(_: SamePlaceProps, __: unknown, before: Place | null): void {
    const { region } = this.props.end
    if (!region || !before?.element.isConnected) return
    region.scrollTop += before.element.getBoundingClientRect().top - before.top
  }

  override render(): null {
    return null
  }
}
