import type { MessagePage } from '@ambit/react'
import { Component } from 'react'
import type { EndKeeper } from './end-keeper.ts'

export interface SamePlaceProps {
  /** The pages that are drawn. */
  readonly pages: readonly MessagePage[]
  readonly end: EndKeeper
}

/** The element that was first, and its place on the screen. */
interface Place {
  readonly element: Element
  readonly top: number
}

/**
 * A component that keeps the visible messages in place when others come before them. Not all
 * browsers keep the place, and none at the very top. A class, because no hook runs before the page
 * changes.
 */
export class SamePlace extends Component<SamePlaceProps> {
  override getSnapshotBeforeUpdate(before: SamePlaceProps): Place | null {
    const { pages, end } = this.props
    const first = before.pages[0]?.[0]
    // The end is kept in view anyway, at less cost.
    if (first === undefined || first === pages[0]?.[0] || end.isAtEnd()) return null
    const hasMore = pages.some((page) => page.includes(first))
    // One message is measured, not the distance to the end: a browser only estimates that while it
    // skips pages out of view.
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
