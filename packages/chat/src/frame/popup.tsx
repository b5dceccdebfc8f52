import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { useChat } from '../chat-context.ts'
import { isComposing } from '../composer/is-composing.ts'
import { renderPart, type PartProps } from '../part.ts'
import { FrameContext } from './frame-context.ts'
import { Launcher } from './launcher.tsx'
import { moveFocus } from './move-focus.ts'

/** What `Popup` says about itself. */
export type PopupState = { readonly open: boolean }

export interface PopupProps extends PartProps<PopupState> {
  /** Whether the panel is shown; leave it out to let the popup decide. */
  readonly open?: boolean | undefined
  /** Whether it is shown at first, when `open` is left out. Does not take the focus. Default false. */
  readonly defaultOpen?: boolean | undefined
  /** Called when the person opens or closes it. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined
  /** Replaces the button that opens the panel. */
  readonly launcher?: ReactElement | undefined
  readonly children?: ReactNode
}

/**
 * A button in the corner of the page and the dialog it opens, which leaves the page usable. Opening moves the focus to the text field,
 * Escape and the buttons close it and give the focus back. A closed panel keeps its state and is inert. `className` and
 * `render` are the panel's. On screens up to 480 px wide it takes all of the screen.
 */
export function Popup(props: PopupProps): ReactElement {
  const { open: controlled, defaultOpen = false, onOpenChange, launcher, children } = props
  const { field } = useChat()
  const [own, setOwn] = useState(defaultOpen)
  const open = controlled ?? own
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const panelId = useId()

  const setOpen = (next: boolean): void => {
    setOwn(next)
    onOpenChange?.(next)
  }
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !open || event.defaultPrevented || isComposing(event)) return
    event.preventDefault()
    setOpen(false)
  }

  const wasOpen = useRef<boolean>(undefined)
  const returnTo = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const [element, before] = [panel.current, wasOpen.current]
    wasOpen.current = open
    if (!element) return
    const { activeElement } = element.getRootNode() as Document | ShadowRoot
    const hadFocus = element.contains(activeElement)
    // A property, because React 18 does not know the attribute.
    element.inert = !open
    if (before === undefined || before === open) return
    if (open) {
      returnTo.current = activeElement
      moveFocus(field.current, element)
    } else if (hadFocus) {
      moveFocus(returnTo.current, root.current?.querySelector('[aria-haspopup="dialog"]'))
    }
  }, [open, field])

  const frame = { titleId, panelId, open, setOpen }
  return (
    <FrameContext.Provider value={frame}>
      <div className="ambit-popup" role="presentation" ref={root} onKeyDown={closeOnEscape}>
        {renderPart(
          'div',
          'panel',
          props,
          { open },
          {
            ref: (element) => void (panel.current = element),
            id: panelId,
            role: 'dialog',
            'aria-labelledby': titleId,
            tabIndex: -1,
            children,
          },
        )}
        {launcher ?? <Launcher />}
      </div>
    </FrameContext.Provider>
  )
}
