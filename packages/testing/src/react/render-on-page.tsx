import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/**
 * Puts an element into a page, inside a wrapper: the `render` of a testing library, or of this
 * package.
 */
export type Render<Rendered> = (
  ui: ReactNode,
  options: { readonly wrapper: ComponentType<{ children: ReactNode }> },
) => Rendered | Promise<Rendered>

/** The rendered element, without a `render` in the options. */
export interface Page {
  /** The element in `document.body` that holds the rendered element. */
  readonly container: HTMLElement
  /**
   * Shows another element in the same wrapper. The element is committed, with its effects, when
   * `rerender` returns.
   */
  readonly rerender: (ui: ReactNode) => void
  /** Removes the element and the container. */
  readonly unmount: () => void
}

/**
 * Renders into a new element of `document.body`. The element is committed, with its effects, on
 * return.
 */
export const renderOnPage: Render<Page> = (ui, { wrapper: Wrapper }) => {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const rerender = (shown: ReactNode): void =>
    flushSync(() => root.render(<Wrapper>{shown}</Wrapper>))
  rerender(ui)
  return {
    container,
    rerender,
    unmount: () => {
      flushSync(() => root.unmount())
      container.remove()
    },
  }
}
