import { AgentError } from '@ambit/core'
import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** Puts an element into a page, inside of a wrapper: `render` of a testing library, or this package's own. */
export type Render<Rendered> = (
  ui: ReactNode,
  options: { readonly wrapper: ComponentType<{ children: ReactNode }> },
) => Rendered | Promise<Rendered>

/** What was rendered by this package's own `render`. */
export interface Page {
  /** Stands in `document.body`. */
  readonly container: HTMLElement
  /** Shows another element in the same wrapper. It is committed, with its effects, when this returns. */
  readonly rerender: (ui: ReactNode) => void
  /** Takes the element and the container away. */
  readonly unmount: () => void
}

/** Throws `AgentError` where there is no `document`. What is shown is committed, with its effects, when this returns. */
export const renderOnPage: Render<Page> = (ui, { wrapper: Wrapper }) => {
  if (typeof document === 'undefined') {
    throw new AgentError(
      "There is no `document` to render into. Run the test in a browser, or in vitest with `environment: 'happy-dom'`.",
    )
  }
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
