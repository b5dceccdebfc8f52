import {
  type ComponentPropsWithRef,
  createElement,
  type KeyboardEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useShell } from '../chat-context.ts'
import { isEscape } from '../composer/is-composing.ts'
import type { PartAttributes } from '../part.ts'
import { type ChatPlace, offsetStyle } from './chat-place.ts'
import type { Frame } from './frame-context.ts'
import { moveFocus } from './move-focus.ts'
import { useShortcut } from './shortcut.ts'
import type { Agent } from '@ambit/core'
import { inTab } from '../composer/draft.ts'

/** Props that open and close a dialog, from outside or by itself, and say where it stands. */
export interface DialogProps {
  /** True to show the panel. Leave `open` out to let the widget decide. */
  readonly open?: boolean | undefined
  /**
   * True to show the panel at first, when `open` is left out. Does not take the focus. After the
   * user has opened or closed it, the tab keeps that over a reload. Default false.
   */
  readonly defaultOpen?: boolean | undefined
  /** Called when the user opens or closes the dialog. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined
  /**
   * The shortcut that opens the dialog from anywhere on the page and moves the focus to its text
   * field. Example: `mod+j`, with `mod` for Command or Control. A text that is not a shortcut, or
   * that takes a key that people type with, is ignored, and the console says so. Default: none.
   */
  readonly shortcut?: string | undefined
  /**
   * Where the button and the dialog stand. Default: above the page, at the end of the text.
   */
  readonly place?: ChatPlace | undefined
}

/** A dialog that leaves the page usable, as attributes for its elements. */
export interface Dialog {
  readonly frame: Frame
  /** The attributes of the element around panel and launcher. */
  readonly around: ComponentPropsWithRef<'div'> & { readonly 'data-side': 'start' | 'end' }
  /** The attributes of the panel. */
  readonly attributes: PartAttributes<'div'>
  /** True if the panel covers the screen, and nothing behind it can be reached. */
  readonly modal: boolean
  /** What a frame renders behind its panel. */
  readonly late: ReactElement | undefined
}

/**
 * Manages the state and the focus of a dialog. Opening moves the focus to the text field. Escape
 * and the buttons close the dialog and give the focus back. A closed panel keeps its state and is
 * inert. A panel that fills a small screen is modal.
 */
export function useDialog(props: DialogProps): Dialog {
  const { open: controlled, defaultOpen = false, onOpenChange } = props
  const { agent, field, prepare, chat, frame } = useShell()
  const own = useKeptOpen(agent, defaultOpen)
  const open = controlled ?? own.open
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const panelId = useId()
  const [modal, setModal] = useState(false)

  const setOpen = (next: boolean): void => {
    if (controlled === undefined) own.setOpen(next)
    onOpenChange?.(next)
  }
  const latest = useRef(setOpen)
  useLayoutEffect(() => void (latest.current = setOpen))
  // The same object for the messages, which a render of the page need not render.
  const shared = useMemo(
    (): Frame => ({ titleId, panelId, open, modal, setOpen: (next) => latest.current(next) }),
    [titleId, panelId, open, modal],
  )
  useShortcut(props.shortcut, () => (open ? moveFocus(field.current) : setOpen(true)))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    frame?.jumpOnKey(event, field)
    if (!open || frame?.leaveView(event, chat, field) || !isEscape(event)) return
    event.preventDefault()
    setOpen(false)
  }

  useEffect(() => {
    if (open) prepare()
  }, [open, prepare])

  const wasOpen = useRef<boolean>(undefined)
  const returnTo = useRef<Element | null>(null)
  useLayoutEffect(() => {
    const [element, before] = [panel.current, wasOpen.current]
    wasOpen.current = open
    if (!element) return
    const { activeElement } = element.getRootNode() as Document | ShadowRoot
    const hadFocus = element.contains(activeElement)
    // The code sets a property, because React 18 does not know the attribute.
    element.inert = !open
    if (before === undefined || before === open) return
    // What was open before a reload is open again, and takes no focus.
    if (controlled === undefined && !own.isChosen) return
    if (open) {
      returnTo.current = activeElement
      moveFocus(field.current, element)
    } else if (hadFocus) {
      moveFocus(returnTo.current, root.current?.querySelector('[aria-haspopup="dialog"]'))
    }
  }, [open, field, controlled, own.isChosen])

  return {
    frame: shared,
    around: {
      ref: root,
      role: 'presentation',
      onKeyDown,
      'data-side': props.place?.side ?? 'end',
      style: offsetStyle(props.place?.offset),
    },
    attributes: {
      ref: (element) => void (panel.current = element),
      id: panelId,
      role: 'dialog',
      'aria-labelledby': titleId,
      'aria-modal': modal || undefined,
      tabIndex: -1,
    },
    modal,
    late: frame && createElement(frame.FullScreen, { panel, open, onChange: setModal }),
  }
}

/** The state of a dialog that the widget opens and closes by itself. */
interface KeptOpen {
  readonly open: boolean
  /** True once the user has opened or closed the dialog since the page was loaded. */
  readonly isChosen: boolean
  readonly setOpen: (open: boolean) => void
}

/**
 * Keeps in the tab whether the dialog of an agent is open, so that it is open again after a reload.
 * Nothing is kept until the user opens or closes it: `defaultOpen` then holds. On a server, and
 * while a page hydrates, it always does.
 */
function useKeptOpen({ name }: Agent, defaultOpen: boolean): KeptOpen {
  const key = `ambit-open:${encodeURIComponent(name)}`
  const [chosen, setChosen] = useState<boolean>()
  const before = useMemo(() => inTab((storage) => storage.getItem(key)) ?? undefined, [key])
  const kept = useSyncExternalStore(
    never,
    () => before,
    () => undefined,
  )
  const setOpen = (open: boolean): void => {
    setChosen(open)
    inTab((storage) => storage.setItem(key, String(open)))
  }
  const open = chosen ?? (kept === undefined ? defaultOpen : kept === 'true')
  return { open, isChosen: chosen !== undefined, setOpen }
}

const never = (): (() => void) => () => undefined
