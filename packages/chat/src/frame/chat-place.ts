import type { CSSProperties, RefObject } from 'react'

/** Where a popup or sidebar stands. */
export interface ChatPlace {
  /** The edge of the screen, in the direction of the text. Default `end`. */
  readonly side?: 'start' | 'end' | undefined
  /**
   * The distance of the button and the popup from the edges of the screen, in CSS pixels. `x` is
   * along the text, `y` is upwards; one number is for both. Default: `--ambit-offset-x` and
   * `--ambit-offset-y`, which are 20.
   */
  readonly offset?:
    | number
    | { readonly x?: number | undefined; readonly y?: number | undefined }
    | undefined
  /** The width of a sidebar, in CSS pixels. A popup has none. */
  readonly width?:
    | {
        /** The first width. Default 420, and down to 340 on a screen of less than 1,100. */
        readonly default?: number | undefined
        /**
         * The largest width that the user can choose. The smallest is 280. Above that, the
         * sidebar takes at most half of the screen, and leaves the page 320. Default 800.
         */
        readonly max?: number | undefined
        /** Called with each width that the user chooses. */
        readonly onChange?: ((width: number) => void) | undefined
      }
    | undefined
  /**
   * The element that the chat is rendered into, such as the content of a dialog. Give the element,
   * a ref that holds it, or a function that returns it. While it is `null` or not in the page, the
   * chat stands at its own place. Default: none.
   */
  readonly container?:
    | Element
    | RefObject<Element | null>
    | (() => Element | null)
    | null
    | undefined
  /**
   * True to show the chat in the browser's top layer: above the page, whatever the styles of the
   * elements around it. False to show it by `--ambit-z-index`, at its place. Read once. Default
   * true.
   */
  readonly topLayer?: boolean | undefined
}

/** Returns the properties that hold an offset; undefined without one. */
export function offsetStyle(offset: ChatPlace['offset']): CSSProperties | undefined {
  if (offset === undefined) return undefined
  const { x, y } = typeof offset === 'number' ? { x: offset, y: offset } : offset
  const properties = {
    ...(x !== undefined && { '--ambit-offset-x': `${x}px` }),
    ...(y !== undefined && { '--ambit-offset-y': `${y}px` }),
  }
  return properties as CSSProperties
}
