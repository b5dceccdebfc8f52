import { useLayoutEffect, type FocusEvent, type KeyboardEvent, type RefObject } from 'react'

/** The event handlers of a toolbar's element. */
export interface Toolbar {
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
}

/**
 * Makes a group of buttons one stop of the Tab key, because a long conversation has many buttons.
 * The arrow keys, Home and End move inside the group.
 */
export function useToolbar(element: RefObject<HTMLElement | null>): Toolbar {
  const buttons = (): HTMLElement[] => [...(element.current?.querySelectorAll('button') ?? [])]
  const stopAt = (stop: Element | undefined): void => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1
  }
  // Buttons come and go with the actions that are possible.
  useLayoutEffect(() => {
    const all = buttons()
    stopAt(all.find((button) => button.matches(':focus')) ?? all[0])
  })
  return {
    onFocus: ({ target }) => stopAt(target),
    onKeyDown: (event) => {
      const all = buttons()
      const at = all.findIndex((button) => button.matches(':focus'))
      const toRight = element.current?.matches(':dir(rtl)') ? -1 : 1
      const next = {
        ArrowRight: at + toRight,
        ArrowLeft: at - toRight,
        Home: 0,
        End: all.length - 1,
      }[event.key]
      if (next === undefined) return
      event.preventDefault()
      all[(next + all.length) % all.length]?.focus()
    },
  }
}
